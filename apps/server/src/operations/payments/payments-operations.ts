import { createPaymentSession } from './create-payment-session.ts';
import { receivePaymentEvent } from './receive-payment-event.ts';

export const paymentsOperations = [createPaymentSession, receivePaymentEvent];

import type { ColumnType, Generated } from 'kysely';
import type { CheckoutRequest } from '../../domain/payments/payment-provider.ts';
import type { SubscriptionState } from '../../domain/subscription-state.ts';

type GeneratedTime = ColumnType<Date, never, never>;

interface CreditsTable {
  user_id: string;
  balance: number;
  updated_at: Generated<Date>;
}

interface AgentPriceTable {
  agent_id: string;
  amount: number;
}

export interface SubscriptionTable {
  id: string;
  user_id: string;
  agent_id: string;
  owner_id: string;
  state: SubscriptionState;
  amount: number;
  success_url: string;
  cancel_url: string;
  checkout_id: string | null;
  checkout_url: string | null;
  checkout_expires_at: Date | null;
  reference: string | null;
  created_at: GeneratedTime;
  started_at: Date | null;
  paid_until: Date | null;
  past_due_at: Date | null;
  settled_at: Date | null;
  ended_at: Date | null;
}

interface PaymentTable {
  event_id: string;
  /** Null when the user was deleted. */
  user_id: string | null;
  owner_id: string | null;
  agent_id: string | null;
  amount: number;
  paid_at: Date;
}

interface PaymentEventTable {
  id: string;
  received_at: GeneratedTime;
}

interface VipCodeTable {
  code: string;
  owner_id: string | null;
  credits: number;
  created_at: GeneratedTime;
}

interface VipRedemptionTable {
  code: string;
  user_id: string;
  redeemed_at: GeneratedTime;
}

export interface EmbeddedCheckoutTable {
  id: string;
  key: string;
  request: ColumnType<CheckoutRequest, string, never>;
  state: 'open' | 'paid' | 'canceled';
  created_at: GeneratedTime;
  expires_at: Date;
}

export interface EmbeddedSubscriptionTable {
  reference: string;
  subscription_id: string;
  amount: number;
  paid_until: Date;
  ended_at: Date | null;
}

interface EmbeddedEventTable {
  id: string;
  body: string;
  created_at: GeneratedTime;
  delivered_at: ColumnType<Date | null, never, Date>;
}

/** The tables of credits, payments, subscriptions, VIP codes and the embedded payment provider. */
export interface MoneyTables {
  credits: CreditsTable;
  agent_price: AgentPriceTable;
  subscription: SubscriptionTable;
  payment: PaymentTable;
  payment_event: PaymentEventTable;
  vip_code: VipCodeTable;
  vip_redemption: VipRedemptionTable;
  embedded_checkout: EmbeddedCheckoutTable;
  embedded_subscription: EmbeddedSubscriptionTable;
  embedded_event: EmbeddedEventTable;
}

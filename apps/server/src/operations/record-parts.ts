import { z } from 'zod';

/** Parts that records of several families have. */
export const time = z.iso.datetime({ offset: true }).describe('In UTC.');
export const id = z.guid();
export const cents = z.int().describe('In cents.');
export const currency = z.literal('usd');
export const visibility = z.enum(['private', 'public']);
export const tier = z.enum(['sandbox', 'standard']);

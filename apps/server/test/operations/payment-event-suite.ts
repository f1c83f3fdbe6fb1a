import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MoneyStage } from '../helpers/money-stage.ts';

const at = (agent_id: string) => ({ path: { agent_id } });

/** What the payment webhook takes and refuses, told on any database. */
export function definePaymentEventSuite(get: () => MoneyStage): void {
  describe('the payment webhook', () => {
    const encode = (text: string) => new TextEncoder().encode(text);

    async function sign(body: string): Promise<Record<string, string>> {
      const { control } = get();
      const { header, signature } = await control.do('POST', '/payments/signatures', body);
      return { [header]: signature };
    }
    async function receive(text: string, headers: Record<string, string> = {}) {
      const { deployment } = get();
      return await deployment.anonymous.call('receivePaymentEvent', { text, headers });
    }
    const event = (content: object) =>
      JSON.stringify({ id: `evt_${crypto.randomUUID()}`, at: new Date().toISOString(), ...content });

    it('refuses an event without a signature, and one whose body is not what was signed', async () => {
      const text = event({ type: 'ping' });
      const headers = await sign(text);
      expect((await receive(text)).status).toBe(400);
      expect((await receive(text, { 'payment-signature': 't=1,v1=00' })).status).toBe(400);
      expect((await receive(`${text} `, headers)).status).toBe(400);
      expect((await receive(text, headers)).body).toMatchObject({ received: true, duplicate: false });
    });

    it('refuses what is signed and no event, and takes genuine events of no concern', async () => {
      for (const text of ['', 'no json', '[]', '{}', event({ type: 'credits.paid', data: {} })])
        expect((await receive(text, await sign(text))).status, text).toBe(400);
      const text = event({ type: 'something.new', data: { more: 1 } });
      expect((await receive(text, await sign(text))).status).toBe(200);
    });

    it('refuses what no database can hold', async () => {
      const place = { subscription_id: crypto.randomUUID(), reference: 'sub_x' };
      const paid = (paid_until: string) => ({
        type: 'subscription.paid',
        data: { ...place, amount: 1, paid_until },
      });
      const impossible = [
        { type: 'ping', id: 'a\0b' },
        { type: 'ping', id: '\ud800' },
        { type: 'ping', at: '0000-01-01T00:00:00Z' },
        paid('0000-01-01T00:00:00Z'),
        { type: 'subscription.started', data: { ...place, reference: 'sub\0x' } },
      ].map(event);
      for (const text of impossible) expect((await receive(text, await sign(text))).status, text).toBe(400);
    });

    it('takes exactly the signed bytes, whatever text they are', async () => {
      await fc.assert(
        fc.asyncProperty(fc.string({ unit: 'grapheme' }), fc.string(), async (note, other) => {
          const text = event({ type: 'ping', note });
          const headers = await sign(text);
          const changed = text.replace('"ping"', JSON.stringify(`ping${other} `));
          expect((await receive(changed, headers)).status).toBe(400);
          expect((await receive(text, headers)).status).toBe(200);
        }),
        { numRuns: 15 },
      );
    });

    it('does what an event says once, though it comes five times at once', async () => {
      const { control } = get();
      const user = await control.addUser();
      const data = { user_id: user.id, credits: 70, amount: 70 };
      const text = event({ type: 'credits.paid', data });
      const headers = await sign(text);
      const answers = await Promise.all([1, 2, 3, 4, 5].map(() => receive(text, headers)));
      expect(answers.filter(({ body }) => body.duplicate === false)).toHaveLength(1);
      expect((await user.call('getCredits')).body).toEqual({ balance: 70 });
    });

    it('begins a subscription by whichever of its events comes first, and never after it has ended', async () => {
      const { control, agentId, subscribe } = get();
      const orders = [
        ['started', 'paid'],
        ['paid', 'started'],
        ['ended', 'started', 'paid'],
      ];
      for (const order of orders) {
        const user = await control.addUser();
        const { body } = await subscribe(user);
        for (const kind of order) {
          const data = {
            subscription_id: body.subscription_id,
            reference: 'sub_x',
            amount: 500,
            paid_until: '2030-01-01T00:00:00Z',
          };
          const text = event({ type: `subscription.${kind}`, data });
          expect((await receive(text, await sign(text))).status).toBe(200);
        }
        const { status } = (await user.call('getSubscription', at(agentId))).body;
        expect(status).toBe(order.includes('ended') ? 'ended' : 'active');
      }
    });

    it('signs the bytes, so a byte order mark makes another body', async () => {
      const { deployment } = get();
      const text = event({ type: 'ping' });
      const headers = await sign(text);
      const withMark = new Uint8Array([0xef, 0xbb, 0xbf, ...encode(text)]);
      const response = await deployment.app.fetch(
        new Request('http://in-process/me/payments/webhook', { method: 'POST', headers, body: withMark }),
      );
      expect(response.status).toBe(400);
    });
  });
}

// What the seed provides by fixed names; config.json tells it to clients (see build/config.js).

export const JWT_SECRET = 'grove: signs the tokens of the User API';
export const PAYMENT_SECRET = 'grove: signs the events of the payment provider';
export const UPLOAD_SECRET = 'grove: signs uploads of the notification service';
export const SIGNATURE_HEADER = 'X-Till-Signature';

export const users = {
  ana: { id: 'u_ana4m7k2pq', name: 'Ana Lund', email: 'ana.lund@grove.example', tier: 'pro' },
  ben: { id: 'u_ben9x3t6wd', name: 'Ben Okafor', email: 'ben.okafor@grove.example', tier: 'pro' },
  sol: { id: 'u_sol2h8c5rz', name: 'Sol Íñigo', email: 'sol.inigo@grove.example', tier: 'sandbox' },
  kim: { id: 'u_kim6f4v9js', name: 'Kim Sato', email: 'kim.sato@grove.example', tier: 'pro' },
};

export const keys = {
  ana: 'gk_ana_8Zt3vQp6LrYw2NdKx9Hs',
  ben: 'gk_ben_5Cj7mBf4TgXe1RuPz6Va',
  sol: 'gk_sol_3Wy9kDq8JhMn7SbLc2Ft',
};

export const agents = {
  pilot: 'b7c1f0de-5a53-4f0e-9a64-0f2f6d8c1a01',
  mill: 'b7c1f0de-5a53-4f0e-9a64-0f2f6d8c1a02',
  anaPaid: 'b7c1f0de-5a53-4f0e-9a64-0f2f6d8c1a03',
  anaPrivate: 'b7c1f0de-5a53-4f0e-9a64-0f2f6d8c1a04',
  benPaid: 'c2d9a4b6-71e8-4d3c-8b15-6e0a9f7c2b01',
  benFree: 'c2d9a4b6-71e8-4d3c-8b15-6e0a9f7c2b02',
  benPrivate: 'c2d9a4b6-71e8-4d3c-8b15-6e0a9f7c2b03',
  kimAtlas: 'd5e3b8c7-92f1-4e6d-a726-7f1b0a8d3c01',
  kimBrewer: 'd5e3b8c7-92f1-4e6d-a726-7f1b0a8d3c02',
  kimGift: 'd5e3b8c7-92f1-4e6d-a726-7f1b0a8d3c03',
};

export const messages = {
  plain: 'Which berth is free tonight?',
  longJob: 'Start the long job',
  failingJob: 'Start a job that fails',
  toolCall: 'What is the tide at Hull?',
};

/** Only the raw answer of the tide table has these words. */
export const GAUGE = 'gauge-raw 4.12/1.07 mAOD';

export const vip = { fresh: 'GROVE-SPRING-77', ofAna: 'ANA-FRIENDS-12', ofBen: 'BEN-FRIENDS-12' };

/** An event as the payment provider writes it: with blanks that a parser would not keep. */
export const paymentEvent = `{ "id": "evt_40cd91",  "kind": "credits.bought",\n  "user": "${users.ana.id}", "credits": 40 }`;

'use strict';
// Writes config.json.
const { jwtFor, hookSign } = require('./lib/core.js'), { A } = require('./lib/seed.js');
const body = JSON.stringify({ event_id: 'evt_harbour_1', kind: 'credits.bought', account: 7001, units: 40 });
const cfg = { openapi: 'http://127.0.0.1:PORT/platform/openapi.json', agentsUrl: 'http://127.0.0.1:PORT/talk', baseUrl: 'http://127.0.0.1:PORT/platform', profile: 'full', consistencyWindow: 0,
  credentials: { apiKey: 'hb-key-7001-4f1d9c2ab7e04d55', jwt: jwtFor(7001), otherApiKey: 'hb-key-7002-90aa61c7d3be4812', otherJwt: jwtFor(7002), sandboxJwt: jwtFor(7003) },
  bindings: {
    AgentModel: { fields: { chat_prompt: 'promptText', vanity_slug: 'vanitySlug' } },
    AgentRequest: { fields: { chat_prompt: 'promptText', vanity_slug: 'vanitySlug' } },
    AgentRequestPartial: { fields: { chat_prompt: 'promptText', vanity_slug: 'vanitySlug' } },
    ApiKey: { fields: { key: 'secretKey' } },
    AgentThemePreferenceUpsertRequest: { fields: { theme_color: 'themeColor' } },
    AgentThemePreferenceResponse: { fields: { theme_color: 'themeColor' } },
    CliAuthInsertModel: { fields: { jwt: 'user_jwt' } },
    AgentFileCreateRequest: { fields: { file_name: 'label' }, body: { text: 'The tide waits for nobody.' } },
    SlugRequest: { body: { wish: 'Harbour lights' } },
    PaymentSessionRequest: { body: { pack: 'small' } },
    UserFeedbackRequest: { body: { verdict: 'up' } },
    UserBundleRequest: { body: { caption: 'Deck tools' } },
  },
  fixtures: { agentId: A('11'), message: 'Where do I moor my boat?', backgroundAgentId: A('12'), backgroundMessage: 'Move all crates in the background, please', backgroundErrorMessage: 'Sink a crate in the background, please',
    toolCallMessage: { message: 'When is the next high tide in Harlingen?', name: 'tide_table', output: 'high-water-harlingen-at-0412-plus-3m' },
    paidAgentId: A('21'), unpaidAgentId: A('24'), ownPaidAgentId: A('13'), subscribedAgentId: A('22'), unsubscribeAgentId: A('23'), privateAgentId: A('25'),
    tool: { name: 'echo_text', input: { text: 'ahoy there' }, invalidInput: { text: 12 } }, installableToolId: 'tl-103', toolsetName: 'letters', vipCode: 'ANCHOR-2026', ownVipCode: 'INES-FRIENDS', cron: '15 7 * * 2',
    webhook: { signatureHeader: 'X-Psp-Signature', validSignature: hookSign(body), body } } };
require('node:fs').writeFileSync(`${__dirname}/config.json`, `${JSON.stringify(cfg, null, 2)}\n`);

/**
 * Other names under which deployments know a field of the contract, or a value that the interface names in words only: the
 * likeliest first, in small letters without signs.
 */
export const otherNames: Readonly<Record<string, readonly RegExp[]>> = {
  chat_prompt: [/^(system|agent|base)?(prompt|instructions?)(text)?$/, /prompt|instruction/],
  visibility: [/^(visibility|privacy|access|scope)$/, /^(is)?(private|public)$/, /visib|private|public/],
  theme_color: [/^(theme)?colou?r$/, /colou?r|theme|accent/],
  position: [/^(position|order|index|rank|place|sort)(index|order)?$/],
  positions: [/^(positions?|order(ing)?|files?|fileids|items|entries)$/],
  cron: [/^cron(expression|expr|tab)?$/, /cron|recurrence|expression|rule/],
  next_run: [/^next(at|date|due|execution|fire|invocation|occurrence|run|time)?(at|on|time)?$/],
  code: [/^(vip)?code$/, /code/],
  jwt: [/^(user)?(jwt|token|accesstoken)$/, /jwt|token/],
  key: [/^(api)?(key|secret|token)(value)?$/, /^value$/, /secret|plaintext/],
  is_default: [/^(is)?(default|primary|main)(key)?$/],
  vanity_slug: [/slug/, /vanity|alias|handle/],
  service_name: [/^(service)?(name|id|slug|key)$/],
  score: [/^(search|match|relevance|similarity)?(score|relevance|similarity)$/, /score|relevance|similarity/],
  next_cursor: [/^(next)?cursor$/, /cursor|next/],
  has_more: [/more/],
  items: [/^(items|data|results?|records|entries|list|rows)$/],
  tier: [/^(user|account)?tier(name|id)?$/],
  username: [/^(user)?(id|uuid|guid|email|sub|subject|username|login)$/],
  message_count: [/^(num|numberof|total)?(messages?|turns?)(count|total|number)?$/],
  tool_count: [/^(number|num|count|total)?(of)?tools?(count|number|total)?$/],
  redemption_count: [
    /^(?=.*(redeem|redemption))(redemptions?|redeemed|redeems?|counts?|total|number|of|by|me|my|own|user|vip|codes?)+$/,
  ],
  count: [/^(count|total|number)$/],
  subscribers: [/subscri/],
  earnings: [/earn|revenue|income|amount|cents|total/, /value|sum|net|gross/],
  period: [/period|days/],
  chat_id: [/^(chat|agent)(id|guid|uuid|ref)?$/],
  agent_id: [/^(agent|chat)(id|guid|uuid|ref)?$/],
  cli_auth_id: [/^(cli)?(auth|session)(id|guid|uuid|ref)?$/],
  tool_id: [/^tool(id|name|ref|slug)?$/, /^(name|slug)$/],
  toolset_name: [/^(toolset)?(name|slug)$/],
  api_key_id: [/^(api)?key(id|ref|no)$/],
};

/** Of any identifier. */
export const anyId: readonly RegExp[] = [/^id$/, /^(uuid|guid|ref|key|identifier|no|number)$/];

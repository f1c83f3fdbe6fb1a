// What a worker says: a plan made of the message and of the conversation before it.
// steps: { say, wait } | { call, input, output, server }; job: { seconds, error, result }
function words(text, per) {
  const w = text.match(/\s*\S+\s*/g) || [text];
  const out = [];
  for (let i = 0; i < w.length; i += per) out.push(w.slice(i, i + per).join(''));
  return out;
}
const say = (text, wait = 0, per = 4) => words(text, per).map((t) => ({ say: t, wait }));

export function plan(message, turn, agent) {
  if (message === undefined) return { steps: say(`Hello, this is ${agent.name}. How can I help you?`) };
  if (/\bstart\b[^]*\bjob\b/i.test(message)) {
    const error = /\b(fails?|broken|error)\b/i.test(message);
    return {
      steps: say('I have started the job in the background. I will write when it has ended.'),
      job: { seconds: 2, error, result: error ? 'The background job has failed: exit status 1.' : 'The background job has succeeded: 42 rows written.' },
    };
  }
  const city = /\bweather in (\p{L}+)/iu.exec(message)?.[1];
  if (city) {
    return { steps: [
      ...say('Let me look that up.\n'),
      { call: 'get_forecast', server: 'weather', input: { city }, output: { city, temperature_c: 14, station_code: 'STN-4471' } },
      ...say(`It is 14 degrees in ${city} at the moment.`),
    ] };
  }
  if (/\bcount slowly\b/i.test(message)) {
    return { steps: Array.from({ length: 20 }, (_, i) => ({ say: `${i + 1}${i < 19 ? ', ' : '.'}`, wait: i ? 100 : 0 })) };
  }
  return { steps: say(`Message ${turn} of this conversation. You said: “${message}” — noted.`) };
}

import type { Observation } from '../../verdicts/findings/observation.ts';
import type { Expectations, Observations } from './sentences.ts';
import { listInWords, quote } from './words.ts';

const classes = { success: 'a success', refusal: 'a refusal (which status is not shown)' } as const;

export const expectedStatuses: Pick<Expectations, 'status' | 'answer' | 'header' | 'contract'> = {
  status: ({ oneOf = [], noneOf = [], documented = [], because }) => {
    const wanted = oneOf.map((one) => (typeof one === 'number' ? `status ${one}` : classes[one]));
    const others = documented.filter((one) => !oneOf.some((status) => `${status}` === one)).join(', ');
    if (noneOf.length > 0) return `another status than ${listInWords(noneOf.map(String))}`;
    if (wanted.length === 0)
      return `one of the ${because?.kind === 'declared' ? 'listed' : 'documented'} statuses (${documented.join(', ')})`;
    return `${listInWords(wanted)}${others === '' ? '' : `, or another documented one (${others})`}`;
  },
  answer: () => 'an answer',
  header: ({ name, presence, value, format }) => {
    if (presence === 'absent') return `no header ${name}${value === undefined ? '' : `: ${value}`}`;
    if (value !== undefined) return `header ${name}: ${value}`;
    return `header ${name}${format === undefined ? '' : ` with a ${format}`}`;
  },
  contract: () => 'the answer of the contract',
};

export const observedStatuses: Pick<Observations, 'status' | 'transport-error' | 'header' | 'mismatch'> = {
  status: (observed) => `${request(observed)}status ${observed.status}${shown(observed)}`,
  'transport-error': ({ message }) => `the connection failed: ${message}`,
  header: ({ name, value }) => (value === undefined ? `no header ${name}` : `header ${name}: ${value}`),
  mismatch: ({ text, answer }) => (answer === undefined ? text : `${text}; it said ${shortly(answer)}`),
};

/** So much of an error's body as tells what it is about. */
const longestAnswer = 300;

function shortly(answer: string): string {
  const text = answer.trim();
  return text.length <= longestAnswer ? text : `${text.slice(0, longestAnswer)}…`;
}

/** A query says more than the path, which the operation has too. */
function request({ asked }: Extract<Observation, { kind: 'status' }>): string {
  return asked === undefined ? '' : `${asked.method} ${asked.query || asked.path}: `;
}

function shown({ body, result }: Extract<Observation, { kind: 'status' }>): string {
  const same = result === undefined ? '' : ', and the same result as with valid input';
  return `${body === undefined ? '' : `, ${quote(body)}`}${same}`;
}

import type { Original } from '../mutants/mutant.ts';
import type { StyledDeployment } from '../styles/deployment.ts';
import { withFurther } from '../styles/further.ts';
import { namedStyles } from '../styles/named-styles.ts';
import type { Style } from '../styles/style.ts';
import { messages } from '../styles/workers/workers-style.ts';

const [camel] = namedStyles;

/** What makes its worker count aloud. */
export const slowMessage = 'Count to eight';

/** A deployment in memory that calls everything as the contract does, as the mutants expect it. */
export const plain: Style = {
  ...camel,
  name: 'plain',
  wire: {
    ...camel.wire,
    words: 'snake',
    names: {},
    ownId: undefined,
    visibility: { form: 'words', private: 'private', public: 'public' },
    demands: withFurther({}),
  },
  workers: { ...camel.workers, slowMessage },
};

/** What a mutant may know of it. */
export function toOriginal({ fetch, seeds }: StyledDeployment): Original {
  const { backgroundMessage, backgroundErrorMessage, toolCallMessage } = messages;
  return {
    fetch,
    apiKey: seeds.apiKeys.own,
    jwt: seeds.jwt.own,
    backgroundMessage,
    backgroundErrorMessage,
    toolCall: toolCallMessage,
  };
}

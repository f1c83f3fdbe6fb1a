import { describe } from 'vitest';
import { startDeployment } from '../helpers/deployment.ts';
import { tellMoneyStories } from '../operations/money-stories.ts';

describe('on the embedded database', () => {
  tellMoneyStories(startDeployment);
});

export const liarsKey = 'a-key-of-the-liar-0123456789';

export const liarsJwt = 'head.of-the-liar.signature';

export const liarsFixtures = {
  agentId: 'worker-1',
  message: 'Tell me something',
  backgroundMessage: 'start the long job',
  backgroundErrorMessage: 'start the job that fails',
  toolCallMessage: { message: 'call the tool', name: 'almanac', output: 'high-water-0412' },
};

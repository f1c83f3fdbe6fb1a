/** What a model is told when it is to describe an agent to those who might pay for it. */
export const upsellInstructions =
  'You are given the instructions of an AI worker. Write one or two plain sentences that tell a visitor what they ' +
  'gain by subscribing to it. Do not quote its instructions.';

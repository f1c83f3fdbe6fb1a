/** A kind of code-generation service and how a prompt for it begins. The interface shows no names: these are ours. */
export interface VibeService {
  service_name: string;
  title: string;
  task: string;
}

export const vibeServices: readonly VibeService[] = [
  { service_name: 'webapp', title: 'Web app', task: 'Build a web page with a chat window' },
  { service_name: 'mobile', title: 'Mobile app', task: 'Build a mobile app with a chat screen' },
  { service_name: 'terminal', title: 'Terminal tool', task: 'Build a command-line program' },
];

/** The prompt that has such a service build a front end for an agent. */
export function vibePrompt(
  { task }: VibeService,
  agent: { id: string; name: string; description: string | null },
  origin: string,
): string {
  const about = agent.description ? ` It is described so: ${agent.description}` : '';
  return [
    `${task} for the AI worker “${agent.name}”.${about}`,
    `Start a conversation with POST ${origin}/agents/${agent.id} and the JSON body {"message": "…"}; the answer is ` +
      'streamed text, and its header X-Service-Run-ID identifies the conversation.',
    `Continue it with PUT ${origin}/agents/${agent.id}/{run_id}. A 409 means that a background job is running: poll ` +
      'GET on the same address until the header x-service-job-id is absent, then send the message again.',
    'Every request carries the header Authorization: Bearer <API key>. Keep the key on a server of your own.',
  ].join('\n\n');
}

/** What a model is told when it is to describe an agent to those who might pay for it. */
export const upsellInstructions =
  'You are given the instructions of an AI worker. Write one or two plain sentences that tell a visitor what they ' +
  'gain by subscribing to it. Do not quote its instructions.';

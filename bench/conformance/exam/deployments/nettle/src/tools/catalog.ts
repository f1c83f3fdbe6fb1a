import { NOTIFIER_TOOLS } from './notifier';
import { PLAIN_TOOLS, ToolSpec } from './plain-tools';

export const ALL_TOOLS = new Map<string, ToolSpec>([...PLAIN_TOOLS, ...NOTIFIER_TOOLS].map((t) => [t.name, t]));

export const TOOLSETS: Record<string, { title: string; description: string }> = {
  compute: { title: 'Compute', description: 'The virtual computer' },
  notifier: { title: 'Notifier', description: 'Chats, devices and pushes of the notification service' },
  office: { title: 'Office', description: 'Words and units' },
  outdoors: { title: 'Outdoors', description: 'Weather and sun' },
};

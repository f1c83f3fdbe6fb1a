/** What keeps a program's process apart from the host, besides WebAssembly. */
export const isolationMeasures = {
  'node-permissions': 'no files but its own, no processes, no addons (Node)',
  'no-network': 'no connections (Node 25 and newer)',
  'resource-limits': 'memory, processor time and open files limited by the system',
  'own-user': "another user's rights (nobody, where the server is root)",
  'no-new-privileges': 'no way to more rights (bubblewrap or setpriv)',
  namespaces: 'its own process, network, IPC and user namespaces (bubblewrap or unshare)',
  'own-files': 'no other file of the host in sight (bubblewrap)',
  'system-calls': 'no system calls but those that Node needs (seccomp, by bubblewrap)',
} as const;

export type IsolationMeasure = keyof typeof isolationMeasures;

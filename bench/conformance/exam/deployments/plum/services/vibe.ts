export const SERVICES: Record<string, { title: string; url: string }> = {
  lovable: { title: 'Lovable', url: 'https://lovable.example' },
  bolt: { title: 'Bolt', url: 'https://bolt.example' },
  v0: { title: 'v0', url: 'https://v0.example' },
};

export const inboxStyle = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { max-width: 40rem; margin: 2rem auto; padding: 0 1rem; }
ol { list-style: none; padding: 0; }
li { border: 1px solid #8888; border-radius: .5rem; padding: .75rem 1rem; margin: .75rem 0; overflow-wrap: anywhere; }
li.dismissed { opacity: .6; }
h2 { font-size: 1rem; margin: 0; }
p { margin: .25rem 0; white-space: pre-wrap; }
small { opacity: .7; }
`;

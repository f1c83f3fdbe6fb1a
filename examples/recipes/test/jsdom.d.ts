/** What is used of jsdom. The types of the registry would bring the browser's library into every package that tests. */
declare module 'jsdom' {
  export class JSDOM {
    constructor(html: string, options: { url: string });
    readonly window: Window;
  }
}

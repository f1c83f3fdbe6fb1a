/** How a deployment reads each place where the interface contradicts itself or leaves a choice. */
export interface Choices {
  readonly credentials: {
    /** Which status refuses a bad credential is shown for the tool run only. */
    readonly refusal: 401 | 403 | 400 | 404;
    /** Whether the input is looked at before the credential. */
    readonly inputFirst: boolean;
    readonly apiKeyOpensUserApi: boolean;
  };
  /** What comes before the interface. */
  readonly door: {
    readonly mediaTypes: 'any' | 'json';
    /** In characters; a longer one is too large. */
    readonly longestBody: number;
    readonly longestPath: number;
    /** A parameter that is sent twice. */
    readonly twice: 'taken' | 400 | 422;
    readonly brokenJson: 400 | 422;
  };
  readonly input: {
    /** Where both 400 and 422 are listed and fit. */
    readonly overlap: 400 | 422;
    /** A body that lacks something or is of another form, whatever the operation lists. */
    readonly body: 400 | 422;
    /** An identifier of the wrong form, where 404 is listed. */
    readonly malformedId: 404 | 422;
  };
  /**
   * What becomes of flags, lists and records beside the interface: they are kept, written in small letters and without
   * spaces, ignored, or only taken when a record is made; or what is switched off is not listed.
   */
  readonly further: 'kept' | 'tidied' | 'ignored' | 'fixed' | 'unlisted';
  /** For how long a read may be answered by what was so before, in ms. */
  readonly readsLag: number;
  /** Whether a caller reads again what he has read, or every reader what was so then. */
  readonly lagsAs: 'cache' | 'projection';
  /** What belongs to somebody else, where both are listed. */
  readonly foreign: 403 | 404;
  readonly lists: {
    readonly order: 'newest' | 'oldest' | 'shuffled';
    readonly pageCap: number;
    /** A limit below one or above the cap. */
    readonly oddLimit: 'clamp' | 422;
  };
  readonly studioChats: {
    readonly existing: 200 | 409;
    readonly deletedIsReadable: boolean;
    readonly deletedIsListed: boolean;
    /** Creating with the run id of a deleted chat. */
    readonly revive: boolean;
  };
  readonly agents: {
    /** Whether a chat has an identifier of its own beside that of its agent; either leads to both. */
    readonly chatsHaveIds: boolean;
    readonly upsertUnknown: 404 | 403 | 'create';
    readonly defaultVisibility: 'private' | 'public';
    /** Whether others see the prompt of a public agent. */
    readonly promptIsPublic: boolean;
    /** Whether theme and files of somebody else's public agent can be read. */
    readonly publicPartsAreReadable: boolean;
    readonly unsetTheme: 'null' | 'default';
    readonly vibeOfUnknown: 404 | 200;
    readonly fileCap: number;
    readonly firstPosition: 0 | 1;
    readonly closesGaps: boolean;
    readonly color: 'hex' | 'hex without hash' | 'hsl';
    readonly keepsColor: 'as written' | 'in a form of its own';
  };
  readonly chats: {
    readonly delete: 'hard' | 'soft' | 'still listed';
    readonly putWithoutPrompt: 400 | 422 | 'kept';
    readonly putLeavesRest: boolean;
    readonly ownPrivateClone: 403 | 200;
    readonly sandboxPrivateClone: 403 | 400 | 'public';
    readonly ogOfUnknown: 404 | 200;
    readonly runLogIsListed: boolean;
  };
  readonly subscriptions: {
    readonly active: 'at once' | 'after payment';
    readonly cancel: 'at once' | 'at the end of the period';
    readonly cancelledIsShown: boolean;
  };
  readonly apiKeys: {
    readonly deletesDefault: 'another becomes it' | 422;
    readonly hiddenShowsBeginning: boolean;
    /** Whether a key can be made the default one; true where it is left out. */
    readonly takesDefault?: boolean;
    /** How a key is read once it was made: whole, or with its middle left out. */
    readonly laterShows: 'whole' | 'ends';
  };
  readonly credits: {
    readonly start: number;
    readonly cost: number;
    readonly atZero: 404 | 200;
    readonly runsCost: boolean;
  };
  readonly bundles: {
    readonly updateUnknown: 404 | 409;
    readonly toolsOfUnknown: 404 | 200;
    readonly unknownTool: 404 | 200;
    /** POST answers 409 once there are as many. */
    readonly cap: number;
  };
  readonly cliAuth: {
    readonly afterRead: 'null' | 404;
    readonly takes: 'any token' | 'own token';
    /** PUT to a session that has its token. */
    readonly attachTwice: 200 | 403;
  };
  readonly schedules: {
    readonly invalidCron: 400 | 422;
    readonly missingChat: 403 | 422;
    readonly unknown: 404 | 422;
    readonly toCron: 'text' | 'expression' | 'both';
    /** What a creation shows of the new schedule. */
    readonly created: 'record' | 'id' | 'nothing';
  };
  readonly tools: {
    readonly logsRuns: boolean;
    readonly installTwice: 409 | 200;
    readonly showsScores: boolean;
    /** Whether there are integration tools, and what comes of input that they don't take. */
    readonly integration: 'none' | 'refuses' | 'answers' | 'unconnected';
  };
  readonly monetization: { readonly days: 'period' | 'one more' | 'only with something' };
  readonly vip: { readonly counts: 'redeemed by me' | 'redemptions of my codes' };
  /** Whether runs of the Workers API are listed. */
  readonly runsAreListed: boolean;
  /** A path whose operations only ever have their documented internal error, of those that need something else to be there. */
  readonly failing: string;
}

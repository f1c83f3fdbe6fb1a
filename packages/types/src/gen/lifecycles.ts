// Generated from spec/ by tools/codegen. Change the contract, then run: pnpm generate

/** Background-job state of a run at the Workers API. */
export const runLifecycle = {
  id: "run",
  title: "Background-job state of a run at the Workers API",
  section: "3",
  initial: "no-run",
  states: [
    { id: "no-run", text: "no run" },
    {
      id: "idle",
      text: "idle",
      observed: [{ where: "header", name: "x-service-job-id", operations: ["getRunMessages"], shows: "absent" }],
    },
    {
      id: "job-running",
      text: "job running",
      observed: [{ where: "header", name: "x-service-job-id", operations: ["getRunMessages"], shows: "present" }],
    },
  ],
  transitions: [
    {
      id: "start",
      from: "no-run",
      trigger: {
        text: "POST {agents_url}/{agent_id} (or the NDJSON form)",
        operations: ["startRun", "startRunNdjson"],
      },
      condition: "valid credentials",
      to: "idle",
      effects: ["Response carries header X-Service-Run-ID", "context starts clear"],
      observed: [
        {
          where: "header",
          name: "X-Service-Run-ID",
          operations: ["startRun", "startRunNdjson"],
          shows: "present",
        },
        { where: "history", operations: ["getRunMessages"], shows: "this-interaction-only" },
      ],
      rules: ["run.post-returns-run-id", "run.post-run-id-is-new", "run.post-starts-clear"],
      text: "no run | POST {agents_url}/{agent_id} (or the NDJSON form) | valid credentials | run exists, idle | Response carries header X-Service-Run-ID; context starts clear",
    },
    {
      id: "continue",
      from: "idle",
      trigger: { text: "PUT with run_id", operations: ["continueRun", "continueRunNdjson"] },
      condition: "none",
      to: "idle",
      effects: ["User message appended to the run history", "header X-Service-Run-ID returned"],
      observed: [
        { where: "status", operations: ["continueRun", "continueRunNdjson"], shows: "accepted" },
        {
          where: "header",
          name: "X-Service-Run-ID",
          operations: ["continueRun", "continueRunNdjson"],
          shows: "present",
        },
        { where: "history", operations: ["getRunMessages"], shows: "message-added" },
      ],
      rules: [
        "run.put-idle-is-accepted",
        "run.put-returns-run-id",
        "run.put-appends-message",
        "run.put-keeps-history",
      ],
      text: "idle | PUT with run_id | none | idle | User message appended to the run history; header X-Service-Run-ID returned",
    },
    {
      id: "job-starts",
      from: "idle",
      trigger: {
        text: "a tool such as code_interpreter requests background execution",
        event: "background-execution-requested",
      },
      condition: "none",
      to: "job-running",
      effects: ["Header x-service-job-id is returned on the relevant endpoints"],
      observed: [{ where: "header", name: "x-service-job-id", operations: ["getRunMessages"], shows: "present" }],
      rules: ["run.get-during-job-has-job-id"],
      "x-reading": "Which endpoints are \"relevant\" is said of GET alone, so on the others the header may be there or not.",
      text: "idle | a tool such as code_interpreter requests background execution | none | job running | Header x-service-job-id is returned on the relevant endpoints",
    },
    {
      id: "poll",
      from: "job-running",
      trigger: { text: "GET {agents_url}/{agent_id}/{run_id}", operations: ["getRunMessages"] },
      condition: "none",
      to: "job-running",
      effects: ["Response includes x-service-job-id"],
      observed: [{ where: "header", name: "x-service-job-id", operations: ["getRunMessages"], shows: "present" }],
      rules: ["run.get-during-job-has-job-id"],
      text: "job running | GET {agents_url}/{agent_id}/{run_id} | none | job running | Response includes x-service-job-id",
    },
    {
      id: "refuse-continue",
      from: "job-running",
      trigger: { text: "PUT with run_id", operations: ["continueRun", "continueRunNdjson"] },
      condition: "none",
      to: "job-running",
      effects: ["Rejected with status 409", "message not added"],
      observed: [
        { where: "status", operations: ["continueRun", "continueRunNdjson"], shows: "409" },
        { where: "history", operations: ["getRunMessages"], shows: "message-not-added" },
      ],
      rules: ["run.put-during-job-is-409", "run.put-during-job-adds-nothing"],
      text: "job running | PUT with run_id | none | job running | Rejected with status 409; message not added",
    },
    {
      id: "start-another",
      from: "job-running",
      trigger: { text: "POST to start a new interaction", operations: ["startRun", "startRunNdjson"] },
      condition: "none",
      to: "job-running",
      creates: "idle",
      effects: ["New interaction starts as normal"],
      observed: [
        { where: "status", operations: ["startRun", "startRunNdjson"], shows: "accepted" },
        {
          where: "header",
          name: "X-Service-Run-ID",
          operations: ["startRun", "startRunNdjson"],
          shows: "present",
        },
      ],
      rules: ["run.post-during-job-is-allowed"],
      text: "job running | POST to start a new interaction | none | job running (old run), new run idle | New interaction starts as normal",
    },
    {
      id: "job-finishes",
      from: "job-running",
      trigger: { text: "job finishes, successfully or with an error", event: "job-finished" },
      condition: "none",
      to: "idle",
      effects: ["GET no longer returns x-service-job-id", "a PUT with any message value may resume"],
      observed: [
        { where: "header", name: "x-service-job-id", operations: ["getRunMessages"], shows: "absent" },
        { where: "status", operations: ["continueRun", "continueRunNdjson"], shows: "accepted" },
      ],
      rules: ["run.get-idle-has-no-job-id", "run.put-after-job-resumes", "run.failed-job-frees-run"],
      text: "job running | job finishes, successfully or with an error | none | idle | GET no longer returns x-service-job-id; a PUT with any message value may resume",
    },
  ],
} as const;

export type RunState = (typeof runLifecycle)['states'][number]['id'];
export type RunTransition = (typeof runLifecycle)['transitions'][number]['id'];

/** Deletions after which the record lives on in a state that the interface doesn't name. */
export const softDeletes = [
  {
    id: "studio-chat",
    operation: "deleteStudioChat",
    text: "Agent studio chat DELETE is a soft delete",
    resultingState: {
      "x-not-shown": "name of the resulting state",
      text: "the name of the resulting state is given nowhere.",
    },
    rules: ["studio-chats.delete-is-soft"],
  },
] as const;

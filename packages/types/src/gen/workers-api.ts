// Generated from spec/ by tools/codegen. Change the contract, then run: pnpm generate

export interface paths {
    "/{agent_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** The identifier of the worker. */
                agent_id: components["parameters"]["WorkerId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a run
         * Starts a new interaction with a clear context and streams the user-facing output of the worker as text. Every POST returns a new run ID, and a POST is always allowed, also while a background job of another run is running.
         */
        post: operations["startRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/{agent_id}/{run_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** The identifier of the worker. */
                agent_id: components["parameters"]["WorkerId"];
                /** The identifier of the run. */
                run_id: components["parameters"]["RunId"];
            };
            cookie?: never;
        };
        /**
         * Get the messages of a run
         * Returns the messages of the run in conversation order. The header x-service-job-id is present while a background job runs and absent otherwise, so polling this operation tells when the job has finished.
         * Reading: The path also matches /ndjson/{agent_id}. The static segment wins, and it is no GUID, so no worker is hidden.
         */
        get: operations["getRunMessages"];
        /**
         * Continue a run
         * Adds a user message to the run, keeps its history, and streams the user-facing output of the worker as text. While a background job runs, the request is rejected and the message is not added. Poll getRunMessages until x-service-job-id is absent, then send any message value.
         * Reading: A PUT while another turn of the same run is still streaming, with no background job, is undefined. Any answer conforms.
         */
        put: operations["continueRun"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ndjson/{agent_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** The identifier of the worker. */
                agent_id: components["parameters"]["WorkerId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a run and stream NDJSON
         * Starts a new interaction as startRun does, and streams NDJSON with the output of the worker and out-of-band signals such as tool calls and their responses.
         */
        post: operations["startRunNdjson"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ndjson/{agent_id}/{run_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** The identifier of the worker. */
                agent_id: components["parameters"]["WorkerId"];
                /** The identifier of the run. */
                run_id: components["parameters"]["RunId"];
            };
            cookie?: never;
        };
        get?: never;
        /**
         * Continue a run and stream NDJSON
         * Adds a user message to the run as continueRun does, and streams NDJSON with the output of the worker and out-of-band signals such as tool calls and their responses. While a background job runs, the request is rejected and the message is not added.
         * Reading: A PUT while another turn of the same run is still streaming, with no background job, is undefined. Any answer conforms.
         */
        put: operations["continueRunNdjson"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * The message that starts a new interaction. The schema name is ours.
         * Not shown by the interface: whether message is required.
         */
        StartRunRequest: {
            /** The first user message of the run. */
            message?: string;
        } & {
            [key: string]: unknown;
        };
        /**
         * Only the user-facing output of the worker, without tool calls or debug data. The schema name is ours.
         * Reading: How a stream is cut into pieces is not shown. A reply that comes in one piece conforms, but where it is known to be made slowly.
         */
        TextStream: string;
        /**
         * One message of a run.
         * Not shown by the interface: fields beyond role and content.
         */
        Message: {
            /**
             * Who speaks. The values seen are user and assistant.
             * Not shown by the interface: the full set of values.
             * Reading: By its own description the service keeps MCP server calls in the history, but only the roles user and assistant are shown. A message with another role conforms.
             * @example user
             * @example assistant
             */
            role: string;
            /** The text of the message. */
            content: string;
        } & {
            [key: string]: unknown;
        };
        /**
         * The user message that is added to the run. After a background job any message value may resume the run. The schema name is ours.
         * Not shown by the interface: whether message is required.
         */
        ContinueRunRequest: {
            /** The user message that is appended to the history of the run. */
            message?: string;
        } & {
            [key: string]: unknown;
        };
        /**
         * One line of the stream. Lines carry the output of the worker and out-of-band signals such as tool calls and their responses. The schema name is ours.
         * Not shown by the interface: shape of each NDJSON line.
         */
        NdjsonLine: unknown;
    };
    responses: never;
    parameters: {
        /** The identifier of the worker. */
        WorkerId: string;
        /** The identifier of the run. */
        RunId: string;
    };
    requestBodies: never;
    headers: {
        /** The run ID, which identifies the conversation context (initial message, tool calls, responses). */
        ServiceRunId: string;
        /**
         * Present while a background job runs and absent otherwise.
         * Reading: A run in a background job returns this header "on the relevant endpoints", of which only GET is named. It is documented for GET; other endpoints may or may not carry it.
         */
        ServiceJobId: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    startRun: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** The identifier of the worker. */
                agent_id: components["parameters"]["WorkerId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StartRunRequest"];
            };
        };
        responses: {
            /**
             * Streamed text with only the worker's user-facing output (no tool calls or debug data)
             * Not shown by the interface: status.
             */
            "2XX": {
                headers: {
                    "X-Service-Run-ID": components["headers"]["ServiceRunId"];
                    [name: string]: unknown;
                };
                content: {
                    /** Inferred: the interface names this in words only. */
                    "text/plain": components["schemas"]["TextStream"];
                };
            };
            /**
             * Status codes of the Workers API other than 409 are not shown
             * Not shown by the interface: status.
             */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "*/*": unknown;
                };
            };
        };
    };
    getRunMessages: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** The identifier of the worker. */
                agent_id: components["parameters"]["WorkerId"];
                /** The identifier of the run. */
                run_id: components["parameters"]["RunId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /**
             * JSON array of messages, each with role and content, in conversation order
             * Not shown by the interface: status.
             */
            "2XX": {
                headers: {
                    "x-service-job-id": components["headers"]["ServiceJobId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"][];
                };
            };
            /**
             * Status codes of the Workers API other than 409 are not shown
             * Not shown by the interface: status.
             */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "*/*": unknown;
                };
            };
        };
    };
    continueRun: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** The identifier of the worker. */
                agent_id: components["parameters"]["WorkerId"];
                /** The identifier of the run. */
                run_id: components["parameters"]["RunId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ContinueRunRequest"];
            };
        };
        responses: {
            /** A background job is running; the message is not added */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "*/*": unknown;
                };
            };
            /**
             * Streamed text with only the worker's user-facing output (no tool calls or debug data)
             * Not shown by the interface: status.
             */
            "2XX": {
                headers: {
                    "X-Service-Run-ID": components["headers"]["ServiceRunId"];
                    [name: string]: unknown;
                };
                content: {
                    /** Inferred: the interface names this in words only. */
                    "text/plain": components["schemas"]["TextStream"];
                };
            };
            /**
             * Status codes of the Workers API other than 409 are not shown
             * Not shown by the interface: status.
             */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "*/*": unknown;
                };
            };
        };
    };
    startRunNdjson: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** The identifier of the worker. */
                agent_id: components["parameters"]["WorkerId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StartRunRequest"];
            };
        };
        responses: {
            /**
             * NDJSON stream with the worker's output plus out-of-band signals such as tool calls and their responses
             * Not shown by the interface: status.
             */
            "2XX": {
                headers: {
                    "X-Service-Run-ID": components["headers"]["ServiceRunId"];
                    [name: string]: unknown;
                };
                content: {
                    /** Inferred: the interface names this in words only. */
                    "application/x-ndjson": components["schemas"]["NdjsonLine"];
                };
            };
            /**
             * Status codes of the Workers API other than 409 are not shown
             * Not shown by the interface: status.
             */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "*/*": unknown;
                };
            };
        };
    };
    continueRunNdjson: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** The identifier of the worker. */
                agent_id: components["parameters"]["WorkerId"];
                /** The identifier of the run. */
                run_id: components["parameters"]["RunId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ContinueRunRequest"];
            };
        };
        responses: {
            /** A background job is running; the message is not added */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "*/*": unknown;
                };
            };
            /**
             * NDJSON stream with the worker's output plus out-of-band signals such as tool calls and their responses
             * Not shown by the interface: status.
             */
            "2XX": {
                headers: {
                    "X-Service-Run-ID": components["headers"]["ServiceRunId"];
                    [name: string]: unknown;
                };
                content: {
                    /** Inferred: the interface names this in words only. */
                    "application/x-ndjson": components["schemas"]["NdjsonLine"];
                };
            };
            /**
             * Status codes of the Workers API other than 409 are not shown
             * Not shown by the interface: status.
             */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "*/*": unknown;
                };
            };
        };
    };
}

// Generated from spec/ by tools/codegen. Change the contract, then run: pnpm generate

import type { ToolDefinition } from './tool-definition.ts';

/** Create a chat with an email address. */
export const NOTIFIER_CREATE_CHAT = {
  name: "NOTIFIER_CREATE_CHAT",
  purpose: "Create a chat with an email address",
  inputSchema: {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    properties: { email: { type: "string", description: "the person need not be a user of the notification service" } },
    required: ["email"],
  },
  rules: [],
} as const satisfies ToolDefinition;

/** Register a device. */
export const NOTIFIER_CREATE_DEVICE = {
  name: "NOTIFIER_CREATE_DEVICE",
  purpose: "Register a device",
  inputSchema: {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    properties: {
      icon: { type: "string" },
      model: { type: "string" },
      has_sms: { type: "boolean", description: "Android only" },
      nickname: { type: "string" },
      push_token: { type: "string", description: "platform-specific, blank for custom devices" },
      app_version: { type: "integer", minimum: 0 },
      manufacturer: { type: "string" },
    },
    required: ["model", "nickname", "app_version", "manufacturer"],
  },
  rules: [],
} as const satisfies ToolDefinition;

/** Send a push (note, link or file) to a device, user, channel or client. */
export const NOTIFIER_CREATE_PUSH = {
  name: "NOTIFIER_CREATE_PUSH",
  purpose: "Send a push (note, link or file) to a device, user, channel or client",
  inputSchema: {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    properties: {
      type: { type: "string", enum: ["note", "link", "file"] },
      url: { type: "string" },
      body: { type: "string" },
      guid: { type: "string", description: "client-generated, for idempotency" },
      email: { type: "string" },
      title: { type: "string" },
      file_url: { type: "string" },
      file_name: { type: "string" },
      file_type: { type: "string", description: "MIME type" },
      channel_tag: { type: "string", description: "broadcast to channel subscribers" },
      client_iden: { type: "string", description: "OAuth client" },
      device_iden: { type: "string" },
      source_device_iden: { type: "string" },
    },
    required: ["type"],
    allOf: [
      {
        if: { type: "object", properties: { type: { const: "link" } }, required: ["type"] },
        then: { type: "object", required: ["url"] },
      },
      {
        if: { type: "object", properties: { type: { const: "file" } }, required: ["type"] },
        then: { type: "object", required: ["file_url", "file_name", "file_type"] },
      },
    ],
  },
  rules: [
    { requireWhen: { parameter: "type", equals: "link" }, require: ["url"], text: "required when type=link" },
    {
      requireWhen: { parameter: "type", equals: "file" },
      require: ["file_url", "file_name", "file_type"],
      text: "each required when type=file",
    },
  ],
} as const satisfies ToolDefinition;

/** Delete all pushes of the user asynchronously. */
export const NOTIFIER_DELETE_ALL_PUSHES = {
  name: "NOTIFIER_DELETE_ALL_PUSHES",
  purpose: "Delete all pushes of the user asynchronously",
  inputSchema: { $schema: "https://json-schema.org/draft/2020-12/schema", type: "object", properties: {} },
  rules: [],
} as const satisfies ToolDefinition;

/** Delete a chat. */
export const NOTIFIER_DELETE_CHAT = {
  name: "NOTIFIER_DELETE_CHAT",
  purpose: "Delete a chat",
  inputSchema: {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    properties: { iden: { type: "string" } },
    required: ["iden"],
  },
  rules: [],
} as const satisfies ToolDefinition;

/** Delete a device. */
export const NOTIFIER_DELETE_DEVICE = {
  name: "NOTIFIER_DELETE_DEVICE",
  purpose: "Delete a device",
  inputSchema: {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    properties: { device_iden: { type: "string" } },
    required: ["device_iden"],
  },
  rules: [],
} as const satisfies ToolDefinition;

/** Delete a push. */
export const NOTIFIER_DELETE_PUSH = {
  name: "NOTIFIER_DELETE_PUSH",
  purpose: "Delete a push",
  inputSchema: {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    properties: { iden: { type: "string" } },
    required: ["iden"],
  },
  rules: [],
} as const satisfies ToolDefinition;

/** Get the profile of the authenticated user. */
export const NOTIFIER_GET_USER = {
  name: "NOTIFIER_GET_USER",
  purpose: "Get the profile of the authenticated user",
  inputSchema: { $schema: "https://json-schema.org/draft/2020-12/schema", type: "object", properties: {} },
  rules: [],
} as const satisfies ToolDefinition;

/** List chats. */
export const NOTIFIER_LIST_CHATS = {
  name: "NOTIFIER_LIST_CHATS",
  purpose: "List chats",
  inputSchema: {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    properties: { limit: { type: "integer", maximum: 500 }, cursor: { type: "string" } },
  },
  rules: [],
} as const satisfies ToolDefinition;

/** List devices. */
export const NOTIFIER_LIST_DEVICES = {
  name: "NOTIFIER_LIST_DEVICES",
  purpose: "List devices",
  inputSchema: { $schema: "https://json-schema.org/draft/2020-12/schema", type: "object", properties: {} },
  rules: [],
} as const satisfies ToolDefinition;

/** List pushes. */
export const NOTIFIER_LIST_PUSHES = {
  name: "NOTIFIER_LIST_PUSHES",
  purpose: "List pushes",
  inputSchema: {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    properties: {
      limit: { type: "integer", maximum: 500, default: 500 },
      active: { type: "boolean", description: "true returns only active pushes" },
      cursor: { type: "string" },
      modified_after: { type: "number", description: "UNIX timestamp, float" },
    },
  },
  rules: [],
} as const satisfies ToolDefinition;

/** Mute or unmute a chat. */
export const NOTIFIER_UPDATE_CHAT = {
  name: "NOTIFIER_UPDATE_CHAT",
  purpose: "Mute or unmute a chat",
  inputSchema: {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    properties: { iden: { type: "string" }, muted: { type: "boolean" } },
    required: ["iden", "muted"],
  },
  rules: [],
} as const satisfies ToolDefinition;

/** Update device metadata. */
export const NOTIFIER_UPDATE_DEVICE = {
  name: "NOTIFIER_UPDATE_DEVICE",
  purpose: "Update device metadata",
  inputSchema: {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    properties: {
      iden: { type: "string" },
      icon: { type: "string", examples: ["desktop", "laptop", "tablet", "phone", "watch", "system", "ios"] },
      model: { type: "string" },
      has_sms: { type: "boolean" },
      nickname: { type: "string" },
      push_token: { type: "string" },
      app_version: { type: "integer", minimum: 0 },
      manufacturer: { type: "string" },
    },
    required: ["iden"],
  },
  rules: [],
} as const satisfies ToolDefinition;

/** Dismiss a push or change list items. */
export const NOTIFIER_UPDATE_PUSH = {
  name: "NOTIFIER_UPDATE_PUSH",
  purpose: "Dismiss a push or change list items",
  inputSchema: {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    properties: {
      iden: { type: "string" },
      items: {
        type: "array",
        description: "list-style pushes",
        items: {
          type: "object",
          properties: { text: { type: "string" }, checked: { type: "boolean" } },
          required: ["text", "checked"],
        },
      },
      dismissed: { type: "boolean", description: "true hides notifications" },
    },
    required: ["iden"],
  },
  rules: [],
} as const satisfies ToolDefinition;

/** Get a signed upload URL (signed form data) before pushing a file. */
export const NOTIFIER_UPLOAD_REQUEST = {
  name: "NOTIFIER_UPLOAD_REQUEST",
  purpose: "Get a signed upload URL (signed form data) before pushing a file",
  inputSchema: {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    properties: { file_name: { type: "string" }, file_type: { type: "string", description: "MIME type" } },
    required: ["file_name", "file_type"],
  },
  rules: [],
} as const satisfies ToolDefinition;

/** All integration tools, in the order of the interface. */
export const definitions = [
  NOTIFIER_CREATE_CHAT,
  NOTIFIER_CREATE_DEVICE,
  NOTIFIER_CREATE_PUSH,
  NOTIFIER_DELETE_ALL_PUSHES,
  NOTIFIER_DELETE_CHAT,
  NOTIFIER_DELETE_DEVICE,
  NOTIFIER_DELETE_PUSH,
  NOTIFIER_GET_USER,
  NOTIFIER_LIST_CHATS,
  NOTIFIER_LIST_DEVICES,
  NOTIFIER_LIST_PUSHES,
  NOTIFIER_UPDATE_CHAT,
  NOTIFIER_UPDATE_DEVICE,
  NOTIFIER_UPDATE_PUSH,
  NOTIFIER_UPLOAD_REQUEST,
] as const satisfies readonly ToolDefinition[];

/** Name of an integration tool. */
export type ToolName = (typeof definitions)[number]['name'];

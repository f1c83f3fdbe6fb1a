// Generated from spec/ by tools/codegen. Change the contract, then run: pnpm generate

import type { ToolName } from './definitions.ts';
import type { ToolExamples } from './tool-definition.ts';

/** Inputs that each tool allows and forbids. They are ours: the interface shows none. */
export const toolExamples: Readonly<Record<ToolName, ToolExamples>> = {
  NOTIFIER_CREATE_CHAT: {
    examples: [{ about: "a chat with somebody", input: { email: "sam@example.org" } }],
    counterexamples: [
      { about: "no address", input: {}, problems: ["email"] },
      { about: "an address in a list", input: { email: ["sam@example.org"] }, problems: ["email"] },
    ],
  },
  NOTIFIER_CREATE_DEVICE: {
    examples: [
      {
        about: "a custom device",
        input: { model: "Robot", nickname: "Lab robot", app_version: 0, manufacturer: "Own make", push_token: "" },
      },
      {
        about: "a phone that can send text messages",
        input: {
          icon: "phone",
          model: "P9",
          nickname: "Sam's phone",
          app_version: 8623,
          manufacturer: "Acme",
          has_sms: true,
        },
      },
    ],
    counterexamples: [
      {
        about: "a version below zero",
        input: { model: "Robot", nickname: "Lab robot", app_version: -1, manufacturer: "Own make" },
        problems: ["app_version"],
      },
      {
        about: "half a version",
        input: { model: "Robot", nickname: "Lab robot", app_version: 1.5, manufacturer: "Own make" },
        problems: ["app_version"],
      },
      {
        about: "no nickname and a version as text",
        input: { model: "Robot", app_version: "1", manufacturer: "Own make" },
        problems: ["nickname", "app_version"],
      },
      {
        about: "no model",
        input: { nickname: "Lab robot", app_version: 1, manufacturer: "Own make" },
        problems: ["model"],
      },
      {
        about: "no version",
        input: { model: "Robot", nickname: "Lab robot", manufacturer: "Own make" },
        problems: ["app_version"],
      },
      {
        about: "no manufacturer",
        input: { model: "Robot", nickname: "Lab robot", app_version: 1 },
        problems: ["manufacturer"],
      },
      {
        about: "no nickname",
        input: { model: "Robot", app_version: 1, manufacturer: "Own make" },
        problems: ["nickname"],
      },
      {
        about: "nicknames in a list",
        input: { model: "Robot", nickname: ["Lab robot"], app_version: 1, manufacturer: "Own make" },
        problems: ["nickname"],
      },
      {
        about: "an answer in words",
        input: { model: "Robot", nickname: "Lab robot", app_version: 1, manufacturer: "Own make", has_sms: "yes" },
        problems: ["has_sms"],
      },
    ],
  },
  NOTIFIER_CREATE_PUSH: {
    examples: [
      { about: "a note to all own devices", input: { type: "note", title: "Dinner", body: "It is ready" } },
      { about: "a note without words", input: { type: "note" } },
      {
        about: "a link to one device",
        input: { type: "link", url: "https://example.org/menu", title: "Menu", device_iden: "d1" },
      },
      {
        about: "a file to a person",
        input: {
          type: "file",
          file_name: "plan.pdf",
          file_type: "application/pdf",
          file_url: "https://example.org/plan.pdf",
          email: "sam@example.org",
          body: "The plan",
        },
      },
      {
        about: "a broadcast that is safe to repeat",
        input: { type: "note", body: "Closed on Monday", channel_tag: "opening-hours", guid: "5f0c2b" },
      },
    ],
    counterexamples: [
      { about: "a link to nowhere", input: { type: "link", title: "Menu" }, problems: ["url"] },
      {
        about: "a file that was never uploaded",
        input: { type: "file", file_name: "plan.pdf" },
        problems: ["file_url", "file_type"],
      },
      {
        about: "a file without anything",
        input: { type: "file" },
        problems: ["file_url", "file_name", "file_type"],
      },
      {
        about: "a file of no type",
        input: { type: "file", file_name: "plan.pdf", file_url: "https://example.org/plan.pdf" },
        problems: ["file_type"],
      },
      {
        about: "a file of no name",
        input: { type: "file", file_type: "application/pdf", file_url: "https://example.org/plan.pdf" },
        problems: ["file_name"],
      },
      {
        about: "a file that is nowhere",
        input: { type: "file", file_type: "application/pdf", file_name: "plan.pdf" },
        problems: ["file_url"],
      },
      { about: "no type", input: { body: "Hello" }, problems: ["type"] },
      { about: "a type of its own", input: { type: "video", url: "https://example.org" }, problems: ["type"] },
      { about: "a title that is a number", input: { type: "note", title: 7 }, problems: ["title"] },
      { about: "a body in a list", input: { type: "note", body: ["Hello"] }, problems: ["body"] },
      { about: "a link in a list", input: { type: "link", url: ["https://example.org"] }, problems: ["url"] },
    ],
  },
  NOTIFIER_DELETE_ALL_PUSHES: { examples: [{ about: "everything", input: {} }], counterexamples: [] },
  NOTIFIER_DELETE_CHAT: {
    examples: [{ about: "one chat", input: { iden: "c1" } }],
    counterexamples: [
      { about: "no chat named", input: {}, problems: ["iden"] },
      { about: "the name of another tool's parameter", input: { chat_iden: "c1" }, problems: ["iden"] },
    ],
  },
  NOTIFIER_DELETE_DEVICE: {
    examples: [{ about: "one device", input: { device_iden: "d1" } }],
    counterexamples: [{ about: "the name of another tool's parameter", input: { iden: "d1" }, problems: ["device_iden"] }],
  },
  NOTIFIER_DELETE_PUSH: {
    examples: [{ about: "one push", input: { iden: "p1" } }],
    counterexamples: [
      { about: "no push named", input: {}, problems: ["iden"] },
      { about: "a number for a name", input: { iden: 1 }, problems: ["iden"] },
    ],
  },
  NOTIFIER_GET_USER: { examples: [{ about: "nothing to say", input: {} }], counterexamples: [] },
  NOTIFIER_LIST_CHATS: {
    examples: [{ about: "all", input: {} }, { about: "a second page of ten", input: { limit: 10, cursor: "abc" } }],
    counterexamples: [
      { about: "more than the most", input: { limit: 501 }, problems: ["limit"] },
      { about: "half a chat", input: { limit: 0.5 }, problems: ["limit"] },
      { about: "a cursor that is a number", input: { cursor: 3 }, problems: ["cursor"] },
    ],
  },
  NOTIFIER_LIST_DEVICES: { examples: [{ about: "nothing to say", input: {} }], counterexamples: [] },
  NOTIFIER_LIST_PUSHES: {
    examples: [
      { about: "what changed since a moment", input: { modified_after: 1763733600.25, active: false } },
      { about: "as many as possible", input: { limit: 500, active: true } },
    ],
    counterexamples: [
      { about: "more than the most", input: { limit: 501 }, problems: ["limit"] },
      { about: "a moment as text", input: { modified_after: "yesterday" }, problems: ["modified_after"] },
      { about: "an answer in words", input: { active: "true" }, problems: ["active"] },
    ],
  },
  NOTIFIER_UPDATE_CHAT: {
    examples: [
      { about: "mute", input: { iden: "c1", muted: true } },
      { about: "unmute", input: { iden: "c1", muted: false } },
    ],
    counterexamples: [
      { about: "neither muted nor not", input: { iden: "c1" }, problems: ["muted"] },
      { about: "an answer in words", input: { iden: "c1", muted: "no" }, problems: ["muted"] },
      { about: "no chat named", input: { muted: true }, problems: ["iden"] },
    ],
  },
  NOTIFIER_UPDATE_DEVICE: {
    examples: [
      { about: "a new name", input: { iden: "d1", nickname: "Kitchen" } },
      {
        about: "an icon that is not among the common ones",
        input: { iden: "d1", icon: "fridge", app_version: 2 },
      },
    ],
    counterexamples: [
      { about: "no device named", input: { nickname: "Kitchen" }, problems: ["iden"] },
      { about: "a version below zero", input: { iden: "d1", app_version: -1 }, problems: ["app_version"] },
      { about: "a nickname in a list", input: { iden: "d1", nickname: ["Kitchen"] }, problems: ["nickname"] },
    ],
  },
  NOTIFIER_UPDATE_PUSH: {
    examples: [
      { about: "dismiss", input: { iden: "p1", dismissed: true } },
      {
        about: "tick an item",
        input: { iden: "p1", items: [{ text: "milk", checked: true }, { text: "eggs", checked: false }] },
      },
    ],
    counterexamples: [
      { about: "no push named", input: { dismissed: true }, problems: ["iden"] },
      {
        about: "an item without its tick",
        input: { iden: "p1", items: [{ text: "milk" }] },
        problems: ["items[0].checked"],
      },
      { about: "items in one text", input: { iden: "p1", items: "milk, eggs" }, problems: ["items"] },
      { about: "an answer in words", input: { iden: "p1", dismissed: "no" }, problems: ["dismissed"] },
    ],
  },
  NOTIFIER_UPLOAD_REQUEST: {
    examples: [{ about: "a picture", input: { file_name: "cat.png", file_type: "image/png" } }],
    counterexamples: [
      { about: "no type", input: { file_name: "cat.png" }, problems: ["file_type"] },
      { about: "no name", input: { file_type: "image/png" }, problems: ["file_name"] },
    ],
  },
};

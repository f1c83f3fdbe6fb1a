// The 15 NOTIFIER tools: what they are for, and their parameters.

const string = (description, rules = {}) => ({ type: 'string', description, ...rules });
const integer = (description, rules = {}) => ({ type: 'integer', description, ...rules });
const boolean = (description) => ({ type: 'boolean', description });
const iden = (what) => string(`Which ${what}.`, { minLength: 1 });

/** Parameters; the names of those that are required follow. */
const input = (properties, ...required) => ({ type: 'object', properties, required });

const page = (what) => ({
  limit: integer(`How many ${what} at most.`, { minimum: 1, maximum: 500 }),
  cursor: string('The cursor that the page before gave.'),
});

const device = {
  icon: string('Its picture: desktop, laptop, tablet, phone, watch, system, ios.'),
  model: string('Its model.'),
  has_sms: boolean('Whether it sends SMS; Android only.'),
  nickname: string('What it is called.'),
  push_token: string('Its push token, by platform; blank for custom devices.'),
  app_version: integer('The version of the app.', { minimum: 0 }),
  manufacturer: string('Its maker.'),
};

export const schemas = {
  NOTIFIER_CREATE_CHAT: ['Create a chat with an email address.', input({ email: string('Whom to chat with.', { minLength: 1 }) }, 'email')],
  NOTIFIER_CREATE_DEVICE: ['Register a device.', input(device, 'model', 'nickname', 'app_version', 'manufacturer')],
  NOTIFIER_CREATE_PUSH: ['Send a push (note, link or file) to a device, user, channel or client.', input({
    type: string('The kind of push.', { enum: ['note', 'link', 'file'] }),
    url: string('The link; required when type is link.'),
    body: string('The text.'),
    guid: string('Made by the client: a second push with it is the first one again.'),
    email: string('The user to send it to.'),
    title: string('The title.'),
    file_url: string('Where the file is; required when type is file.'),
    file_name: string('The name of the file; required when type is file.'),
    file_type: string('The MIME type of the file; required when type is file.'),
    channel_tag: string('The channel to whose subscribers it goes.'),
    client_iden: string('The OAuth client to send it to.'),
    device_iden: string('The device to send it to.'),
    source_device_iden: string('The device that it comes from.'),
  }, 'type')],
  NOTIFIER_DELETE_ALL_PUSHES: ['Delete all pushes of the user; goes on after the answer.', input({})],
  NOTIFIER_DELETE_CHAT: ['Delete a chat.', input({ iden: iden('chat') }, 'iden')],
  NOTIFIER_DELETE_DEVICE: ['Delete a device.', input({ device_iden: iden('device') }, 'device_iden')],
  NOTIFIER_DELETE_PUSH: ['Delete a push.', input({ iden: iden('push') }, 'iden')],
  NOTIFIER_GET_USER: ['Get the profile of the authenticated user.', input({})],
  NOTIFIER_LIST_CHATS: ['List the chats.', input(page('chats'))],
  NOTIFIER_LIST_DEVICES: ['List the devices.', input({})],
  NOTIFIER_LIST_PUSHES: ['List the pushes.', input({
    ...page('pushes'),
    active: boolean('Only the active ones.'),
    modified_after: { type: 'number', description: 'Only those changed after this UNIX time.' },
  })],
  NOTIFIER_UPDATE_CHAT: ['Mute a chat or unmute it.', input({ iden: iden('chat'), muted: boolean('Whether it is mute.') }, 'iden', 'muted')],
  NOTIFIER_UPDATE_DEVICE: ['Update what is known of a device.', input({ iden: iden('device'), ...device }, 'iden')],
  NOTIFIER_UPDATE_PUSH: ['Dismiss a push or change the items of its list.', input({
    iden: iden('push'),
    items: {
      type: 'array',
      description: 'The items of a list.',
      items: input({ text: string('What it says.'), checked: boolean('Whether it is checked.') }, 'text', 'checked'),
    },
    dismissed: boolean('Whether notifications of it are hidden.'),
  }, 'iden')],
  NOTIFIER_UPLOAD_REQUEST: ['Get a signed URL for an upload, before pushing a file.', input({
    file_name: string('The name of the file.', { minLength: 1 }),
    file_type: string('Its MIME type.', { minLength: 1 }),
  }, 'file_name', 'file_type')],
};

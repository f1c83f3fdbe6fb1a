type Data = Readonly<Record<string, unknown>>;

/** What is left of somebody's record when a person is gone that it names: a sender, a receiver, a partner, a member. */
export function withoutPerson(data: Data, iden: string): Data {
  const rest = Object.entries(data).filter(
    ([name]) => !roles.some((role) => name.startsWith(`${role}_`) && data[`${role}_iden`] === iden),
  );
  const { with: partner, members } = data;
  return {
    ...Object.fromEntries(rest),
    ...(Object(partner).iden === iden && { with: {} }),
    ...(Array.isArray(members) && { members: members.filter((member) => member !== iden) }),
  };
}

const roles = ['sender', 'receiver'];

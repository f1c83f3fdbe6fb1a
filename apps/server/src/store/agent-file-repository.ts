import { sql } from 'kysely';
import type { Database } from './store.ts';

/** A file of an agent, without its content. */
export interface AgentFile {
  id: string;
  agentId: string;
  name: string;
  mediaType: string;
  /** In bytes of UTF-8. */
  size: number;
  position: number;
  createdAt: Date;
  updatedAt: Date;
}

export interface FileFields {
  name: string;
  mediaType: string;
  content: string;
}

/** The files of an agent in their order. */
export async function listFiles(db: Database, agentId: string): Promise<AgentFile[]> {
  const rows = await files(db).where('agent_id', '=', agentId).orderBy('position').execute();
  return rows.map(toFile);
}

/** A file of this agent with its content. */
export async function findFile(
  db: Database,
  { id, agentId }: { id: string; agentId: string },
): Promise<(AgentFile & { content: string }) | undefined> {
  const row = await files(db)
    .select('content')
    .where('id', '=', id)
    .where('agent_id', '=', agentId)
    .executeTakeFirst();
  return row && { ...toFile(row), content: row.content };
}

export async function insertFile(
  db: Database,
  { agentId, mediaType, ...file }: FileFields & { id: string; agentId: string; position: number },
): Promise<void> {
  await db
    .insertInto('agent_file')
    .values({ ...file, agent_id: agentId, media_type: mediaType })
    .execute();
}

export async function updateFile(
  db: Database,
  id: string,
  { mediaType, ...fields }: Partial<FileFields>,
): Promise<void> {
  await db
    .updateTable('agent_file')
    .set({
      ...fields,
      ...(mediaType !== undefined && { media_type: mediaType }),
      updated_at: sql<Date>`now()`,
    })
    .where('id', '=', id)
    .execute();
}

export async function deleteFile(db: Database, id: string): Promise<void> {
  await db.deleteFrom('agent_file').where('id', '=', id).execute();
}

/** Gives the files the positions 0, 1, … in this order. */
export async function writeOrder(db: Database, ids: readonly string[]): Promise<void> {
  await sql`
    update agent_file as file set position = placed.place - 1
    from json_array_elements_text((${JSON.stringify(ids)}::text)::json) with ordinality as placed (id, place)
    where file.id = placed.id::uuid and file.position <> placed.place - 1
  `.execute(db);
}

/** Copies all files of one agent to another that has none. */
export async function copyFiles(db: Database, { from, to }: { from: string; to: string }): Promise<void> {
  await sql`
    insert into agent_file (id, agent_id, name, media_type, content, position)
    select gen_random_uuid(), ${to}::uuid, name, media_type, content, position
    from agent_file where agent_id = ${from}::uuid
  `.execute(db);
}

function files(db: Database) {
  return db
    .selectFrom('agent_file')
    .select(['id', 'agent_id', 'name', 'media_type', 'position', 'created_at', 'updated_at'])
    .select(sql<number>`octet_length(content)`.as('size'));
}

type FileRow = Awaited<ReturnType<ReturnType<typeof files>['execute']>>[number];

function toFile({ id, name, size, position, ...row }: FileRow): AgentFile {
  const { agent_id: agentId, media_type: mediaType, created_at: createdAt, updated_at: updatedAt } = row;
  return { id, agentId, name, mediaType, size, position, createdAt, updatedAt };
}

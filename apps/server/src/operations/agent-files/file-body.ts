import { z } from 'zod';
import type { FileFields } from '../../store/agent-file-repository.ts';

const position = z.int().min(0).optional();
const name = z.string().min(1).max(255);
const mediaType = z.string().max(255);

/** Our fields of AgentFileCreateRequest. */
export const newFileBody = z.looseObject({
  name: name.default('untitled.txt'),
  media_type: mediaType.default('text/plain'),
  content: z.string().default(''),
  position,
});

/** Our fields of AgentFileUpdateRequest. */
export const filePartBody = z.looseObject({
  name: name.optional(),
  media_type: mediaType.optional(),
  content: z.string().optional(),
  position,
});

/** Our fields of AgentFileBatchPositionRequest. */
export const positionsBody = z.looseObject({
  positions: z.array(z.looseObject({ file_id: z.guid(), position: z.int().min(0) })),
});

/** The fields that a body gives, by the names that the store has for them. */
export function toFileFields(body: z.output<typeof filePartBody>): Partial<FileFields> {
  return {
    ...(body.name !== undefined && { name: body.name }),
    ...(body.media_type !== undefined && { mediaType: body.media_type }),
    ...(body.content !== undefined && { content: body.content }),
  };
}

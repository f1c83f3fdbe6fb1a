import { describe, expectTypeOf, it } from 'vitest';
import type { CreatePushInput, ListPushesInput, ToolInputs, ToolName } from '../src/index.ts';

describe('The input types', () => {
  it('demand what a link and a file need', () => {
    expectTypeOf<{ type: 'note'; title: string }>().toExtend<CreatePushInput>();
    expectTypeOf<{ type: 'link' }>().not.toExtend<CreatePushInput>();
    expectTypeOf<{ type: 'link'; url: string }>().toExtend<CreatePushInput>();
    expectTypeOf<{ type: 'file'; file_url: string; file_name: string }>().not.toExtend<CreatePushInput>();
  });

  it('leave optional what the interface leaves optional', () => {
    expectTypeOf<ListPushesInput>().toEqualTypeOf<{
      limit?: number;
      active?: boolean;
      cursor?: string;
      modified_after?: number;
    }>();
  });

  it('cover every tool', () => {
    expectTypeOf<keyof ToolInputs>().toEqualTypeOf<ToolName>();
  });
});

/** No two runs of a user begin at the same time, so that a time can say where a page of them ended. */
export const createTimelines = [
  `update run set created_at = created_at + later.count * interval '1 microsecond'
    from (
      select id, row_number() over (partition by user_id, created_at order by id) - 1 as count from run
    ) as later
    where later.id = run.id and later.count > 0`,
  'create unique index run_timeline on run (user_id, created_at)',
];

/** What belongs to a run is found by the run, when that is forgotten. */
export const indexRunParts = [
  'create index turn_of_run on turn (run_id)',
  'create index job_of_run on job (run_id)',
  'create index tool_execution_of_run on tool_execution (run_id) where run_id is not null',
  'create index run_age on run (created_at)',
];

-- Processes that do what the clock asks for, each renewing its row: one that died without a word is
-- seen by its age.
create table worker_process (
  process_id text primary key,
  started_at timestamptz not null,
  seen_at timestamptz not null
);

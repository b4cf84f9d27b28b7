-- Raw answers of meters on lines, one row for each reading that was decoded from them: a corrected
-- profile or ratio can decode them again. Range-partitioned by time like the readings; months are
-- dropped after KEEP_RAW_WORDS_DAYS.
create table meter_answer (
  customer_id integer not null,
  device_id integer not null,
  -- Time of the reading.
  ts timestamptz not null,
  -- line_meter.revision of the settings by which the stored reading is decoded.
  revision bigint not null,
  -- line_meter.station at which the meter answered: another one may be another meter.
  station text not null,
  -- In the form of packages/device-profiles/src/raw/answer-bytes.ts.
  answers bytea not null,
  primary key (customer_id, device_id, ts)
) partition by range (ts);

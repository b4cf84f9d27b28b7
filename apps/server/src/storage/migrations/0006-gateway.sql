-- Processes that hold links of devices, each renewing its row; when one dies without a word, the
-- others (or its own next start) see the row grow old and mark its links as ended.
create table gateway_process (
  process_id text primary key,
  started_at timestamptz not null,
  seen_at timestamptz not null
);

-- The store of rejected messages is bounded per device: the oldest give way.
create index rejected_message_of_device on rejected_message (customer_id, device_id, rejected_message_id);

-- A repeat of a reading whose time was refused is found by the device's own time.
create index clock_error_by_device_time on clock_error (customer_id, device_id, device_time_ms);

create index device_state_of_process on device_state (link_process) where connected;

-- Whether the clock alarm of a device is open, asked at every connect.
create index clock_alarm_of_device on device_alarm_event (customer_id, device_id, occurred_at desc)
  where alarm_type = 'clockError';

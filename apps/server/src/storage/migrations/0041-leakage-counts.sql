-- Earth leakage counts in the shares of devices as it does in every other total: from here on
-- alarm_device_sum.alarms holds all types of kind alarm.
insert into alarm_device_sum as kept (customer_id, period, start_day, device_id, alarms)
select customer_id, period, date_trunc(period, day::timestamp)::date, device_id, count(*)
from alarm, unnest(array['day', 'month', 'year']) as period
where kind = 'alarm' and alarm_type = 'electricLeakage' and deleted_at is null
group by 1, 2, 3, 4
on conflict (customer_id, period, start_day, device_id) do update
  set alarms = kept.alarms + excluded.alarms;

-- A tariff version has all four prices or none. Without prices the fees of its days are null where
-- there is energy, and so is every sum that includes them. Stored prices and fees stay as they are.
alter table rate_version
  alter column price_sharp drop not null,
  alter column price_peak drop not null,
  alter column price_off_peak drop not null,
  alter column price_valley drop not null,
  add constraint rate_version_prices
    check (num_nulls(price_sharp, price_peak, price_off_peak, price_valley) in (0, 4));

alter table energy_device_month alter column fee drop not null;
alter table energy_group_day
  alter column fee_sharp drop not null,
  alter column fee_peak drop not null,
  alter column fee_off_peak drop not null,
  alter column fee_valley drop not null;

-- Days that get a fee when their tariff gets prices, and that keep their period from closing.
create index energy_day_unpriced on energy_day (customer_id, day, device_id)
  where channel = 'activeTotal' and rate_id is not null
    and num_nulls(fee_sharp, fee_peak, fee_off_peak, fee_valley) > 0;

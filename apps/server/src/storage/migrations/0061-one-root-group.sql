--! no-transaction
-- A caller in the root group sees the whole customer, so there must be one root.
create unique index concurrently root_group_of_customer on user_group (customer_id)
  where parent_id is null;

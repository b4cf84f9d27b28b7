-- What a person put on a live wall, under a name of his own.
create table wall_layout (
  customer_id integer not null,
  user_id integer not null,
  name text not null,
  -- [{device, quantity, low, high}]: code of the device, wire name of the quantity, limits.
  cells jsonb not null,
  changed_at timestamptz not null,
  primary key (customer_id, user_id, name)
);

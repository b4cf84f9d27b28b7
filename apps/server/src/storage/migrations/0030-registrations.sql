-- What the platform sets for a customer: limits (null: as the installation says), and why a
-- registration was turned away. The version tells two who change it at once apart.
alter table customer add column rejected_reason text not null default '';
alter table customer add column most_devices integer check (most_devices > 0);
alter table customer add column most_users integer check (most_users > 0);
alter table customer add column version integer not null default 1;

-- Whoever administers this customer needs a second factor (its own choice).
alter table customer add column admins_need_factor boolean not null default false;

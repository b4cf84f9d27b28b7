-- Session number -1 receives the messages whose order matters. Other processes send commands, whose
-- replies it receives, when a holder has subscribed it at the broker.
alter table broker_session add column is_subscribed boolean not null default false;

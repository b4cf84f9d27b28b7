-- Every recipient finds the report in the own list of reports; the mail is sent if it is chosen.
alter table report_schedule add column by_mail boolean not null default true;

-- listed: the report is in the recipient's list of reports and no mail of it was sent.
alter table report_delivery drop constraint report_delivery_state_check;
alter table report_delivery add constraint report_delivery_state_check
  check (state in ('making', 'mailing', 'sent', 'listed', 'failed', 'missed'));

-- False until the recipient or the owner has a message about the end; earlier deliveries get none.
alter table report_delivery add column announced boolean not null default true;
alter table report_delivery alter column announced set default false;
create index report_delivery_unannounced on report_delivery (due_at)
  where not announced and state in ('listed', 'failed');

-- null: a message about a report.
alter table notification alter column alarm_id drop not null;

-- Frames kept until now may hold passwords; the history of the console begins anew without them.
delete from console_frame;
-- Of each person only the newest stay.
create index console_frame_of_user on console_frame (customer_id, user_id, console_frame_id desc);

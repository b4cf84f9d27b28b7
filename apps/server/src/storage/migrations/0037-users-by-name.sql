-- The list of users is shown by name: a page of it is read along this index, where ten thousand
-- names would be folded and sorted for each.
create index user_account_by_name on user_account (customer_id, (lower(user_name) collate "C"), user_id);

-- From a user to the name it signs in with, which the table is not kept by.
create index account_name_of_user on account_name (customer_id, user_id);

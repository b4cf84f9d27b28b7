-- Protection parameters: their tables come here. Until then there is nothing to make.
select 1;

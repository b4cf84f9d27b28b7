-- Clients look a currency up by the names the specification lists. A name that was changed stays.
update currency set english_name = code
where (code, english_name) in (
  ('RMB', 'Renminbi'), ('USD', 'US dollar'), ('EUR', 'Euro'), ('GBP', 'Pound sterling'),
  ('AED', 'UAE dirham'), ('RUB', 'Russian rouble'), ('FCFA', 'CFA franc'), ('GNF', 'Guinean franc'));

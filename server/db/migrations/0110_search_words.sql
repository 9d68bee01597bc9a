-- Words of texts for search boxes, in the form that they are compared in, which `shared/search/foldText.ts` gives to a
-- typed text. A text has an entry of all its words, which ends with `=`, and one from the start of each further word.
create table if not exists search_words (
  merchant_id uuid not null,
  resource text collate "C" not null, -- table of the row
  row_id uuid not null,
  word text collate "C" not null,
  field text collate "C" not null,
  primary key (merchant_id, resource, row_id, word, field)
);
create index if not exists search_words_by_word on search_words (merchant_id, resource, word, field, row_id);

-- At most 200 entries of 64 characters. Han and kana have no spaces, so each of their characters starts a word.
create or replace function search_entries(value text) returns text[]
language plpgsql immutable strict parallel safe as $$
declare
  unspaced constant text := '\u2e80-\u2fdf\u3005-\u3007\u3021-\u3029\u3031-\u303c\u3041-\u30fa\u30fc-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff';
  punctuation constant text := '\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u00d7\u00f7\u2000-\u206f\u20a0-\u20cf\u2190-\u2bff\u3000-\u3004\u3008-\u3020\u3030\u303d-\u303f\u30fb';
  folded text := value;
  words text[];
  joined text;
begin
  if octet_length(value) > length(value) then
    folded := regexp_replace(folded, '[\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufe00-\ufe0f\ufeff]', '', 'g');
    folded := normalize(translate(folded, '´‘’ʼ′＇', ''), NFKD);
    folded := normalize(regexp_replace(folded, '[\u0300-\u036f]', '', 'g'), NFC);
    folded := translate(folded,
      'ÐðøđĐđĦħıŁłŊØŦŧƁƂƄƆƇƉƊƋƎƏƐƑƓƔƖƗƘƜƝƟƢƤƦƧƩƬƮƱƲƳƵƷƸƼǤǶǷȜȠȢȤȺȻȽȾɁɃɄɅɆɈɊɌɎͰͲͶͿΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩςϏϘϚϜϞϠϢϤϦϨϪϬϮϷϺϽϾϿЂЄЅІЈЉЊЋЏАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯѠѢѤѦѨѪѬѮѰѲѴѸѺѼѾҀҊҌҎҐҒҔҖҘҚҜҞҠҢҤҦҨҪҬҮҰҲҴҶҸҺҼҾӀӃӅӇӉӋӍӔӘӠӨӶӺӼӾԀԂԄԆԈԊԌԎԐԒԔԖԘԚԜԞԠԢԤԦԨԪԬԮԱԲԳԴԵԶԷԸԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇՈՉՊՋՌՍՎՏՐՑՒՓՔՕՖ',
      'ddodddhhillŋottɓƃƅɔƈɖɗƌǝəɛƒɠɣɩɨƙɯɲɵƣƥʀƨʃƭʈʊʋƴƶʒƹƽǥƕƿȝƞȣȥⱥȼƚⱦɂƀʉʌɇɉɋɍɏͱͳͷϳαβγδεζηθικλμνξοπρστυφχψωσϗϙϛϝϟϡϣϥϧϩϫϭϯϸϻͻͼͽђєѕіјљњћџабвгдежзиклмнопрстуфхцчшщъыьэюяѡѣѥѧѩѫѭѯѱѳѵѹѻѽѿҁҋҍҏґғҕҗҙқҝҟҡңҥҧҩҫҭүұҳҵҷҹһҽҿӏӄӆӈӊӌӎӕәӡөӷӻӽӿԁԃԅԇԉԋԍԏԑԓԕԗԙԛԝԟԡԣԥԧԩԫԭԯաբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆ');
    folded := regexp_replace(regexp_replace(folded, '[ßẞ]', 'ss', 'g'), '[Ææ]', 'ae', 'g');
    folded := regexp_replace(regexp_replace(folded, '[Œœ]', 'oe', 'g'), '[Þþ]', 'th', 'g');
  end if;
  folded := translate(lower(folded collate "C"), '''`', '');
  if folded !~ '[^a-z0-9]' and length(folded) between 1 and 63 then
    return array[folded || '='];
  end if;
  if octet_length(value) = length(value) and length(value) < 64 then
    words := array_remove(regexp_split_to_array(folded, '[^a-z0-9]+'), '');
    return case when cardinality(words) = 0 then words else (array_to_string(words, ' ') || '=') || words[2:] end;
  end if;
  words := array(
    select part[1]
    from regexp_matches(folded, '[' || unspaced || ']+|[^' || unspaced || punctuation || ']+', 'g') as part
  );
  if cardinality(words) = 0 then return '{}'; end if;
  joined := array_to_string(words, ' ');
  return array[case when length(joined) < 64 then joined || '=' else left(words[1], 64) end] || array(
    select substr(word, start, 64)
    from unnest(words) with ordinality as of_text (word, place)
    cross join lateral generate_series(1, case when word ~ ('^[' || unspaced || ']') then length(word) else 1 end) as start
    where place + start > 2
    order by place, start
    limit 199
  );
end $$;

-- Keeps the words of the columns that are its arguments.
create or replace function note_words() returns trigger language plpgsql as $$
declare
  former jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  present jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  searched text;
begin
  foreach searched in array tg_argv loop
    continue when former ->> searched is not distinct from present ->> searched;
    if former is not null then
      delete from search_words
      where merchant_id = old.merchant_id and resource = tg_table_name::text and row_id = old.id and field = searched;
    end if;
    insert into search_words (merchant_id, resource, row_id, word, field)
    select new.merchant_id, tg_table_name::text, new.id, entry, searched
    from unnest(search_entries(present ->> searched)) as entry
    on conflict do nothing;
  end loop;
  return null;
end $$;

-- Most orders name no payer, and what is searched doesn't change with the status.
create or replace trigger words_added after insert on orders
  for each row when (new.payer_name is not null) execute function note_words('payer_name');
create or replace trigger words_changed after update of payer_name on orders
  for each row execute function note_words('payer_name');
create or replace trigger words_removed after delete on orders
  for each row when (old.payer_name is not null) execute function note_words('payer_name');

create or replace trigger words_added after insert or delete on payouts
  for each row execute function note_words('payee_name');
create or replace trigger words_changed after update of payee_name on payouts
  for each row execute function note_words('payee_name');

create or replace trigger words_added after insert or delete on batch_transfer_items
  for each row execute function note_words('payee_name');
create or replace trigger words_changed after update of payee_name on batch_transfer_items
  for each row execute function note_words('payee_name');

create or replace trigger words_added after insert or delete on payment_requests
  for each row execute function note_words('payee_name');
create or replace trigger words_changed after update of payee_name on payment_requests
  for each row execute function note_words('payee_name');

create or replace trigger words_added after insert or delete on deposits
  for each row execute function note_words('payer_name');
create or replace trigger words_changed after update of payer_name on deposits
  for each row execute function note_words('payer_name');

create or replace trigger words_added after insert or delete on withdrawals
  for each row execute function note_words('card_holder');
create or replace trigger words_changed after update of card_holder on withdrawals
  for each row execute function note_words('card_holder');

create or replace trigger words_added after insert or delete on bankcards
  for each row execute function note_words('name', 'bank_name');
create or replace trigger words_changed after update of name, bank_name on bankcards
  for each row execute function note_words('name', 'bank_name');

create or replace trigger words_added after insert or delete on payees
  for each row execute function note_words('name', 'bank_name');
create or replace trigger words_changed after update of name, bank_name on payees
  for each row execute function note_words('name', 'bank_name');

create or replace trigger words_added after insert or delete on users
  for each row execute function note_words('username', 'real_name');
create or replace trigger words_changed after update of username, real_name on users
  for each row execute function note_words('username', 'real_name');

create or replace trigger words_added after insert or delete on roles
  for each row execute function note_words('name', 'description');
create or replace trigger words_changed after update of name, description on roles
  for each row execute function note_words('name', 'description');

-- Numbers that others give are found in any case; the server's own have capital letters only.
create index if not exists orders_by_merchant_number on orders (merchant_id, lower(merchant_order_no));
create index if not exists orders_by_channel_number on orders (merchant_id, lower(channel_order_no));
create index if not exists payouts_by_merchant_number on payouts (merchant_id, lower(merchant_order_no));
create index if not exists payouts_by_channel_number on payouts (merchant_id, lower(channel_order_no));
create index if not exists refunds_by_merchant_number on refunds (merchant_id, lower(merchant_refund_no));
create index if not exists refunds_by_channel_number on refunds (merchant_id, lower(channel_refund_no));
create index if not exists api_calls_by_number on api_calls (merchant_id, lower(order_no)) where order_no is not null;

drop index if exists orders_by_channel_order_no;
drop index if exists payouts_by_channel_order_no;
drop index if exists refunds_by_channel_refund_no;
drop index if exists api_calls_by_order_no;
drop index if exists orders_by_payer;
drop index if exists payouts_by_payee;
drop index if exists batch_transfer_items_by_payee;
drop index if exists withdrawals_by_holder;
drop index if exists bankcards_by_name;
drop index if exists bankcards_by_bank_name;
drop index if exists payees_by_name;
drop index if exists payees_by_bank;
drop index if exists users_by_username;
drop index if exists users_by_real_name;
drop index if exists roles_by_name;

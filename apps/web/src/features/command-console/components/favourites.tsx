/** Named commands: saved from the form, used with one click, and deleted. */
import { CloseOutlined, StarOutlined } from '@ant-design/icons';
import { Alert, App, Button, Input } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../../i18n/error-text.ts';
import { type Favourite, useFavourites } from '../api/use-console.ts';
import { type Draft, PROTOCOL_KEY, wireOf } from '../console-draft.ts';

interface FavouritesProps {
  readonly draft: Draft;
  readonly onUse: (draft: Draft) => void;
}

const MAX_NAME = 60;

export function Favourites({ draft, onUse }: FavouritesProps) {
  const { t } = useTranslation('console');
  const { message } = App.useApp();
  const errorText = useErrorText();
  const { list, add, forget, followed } = useFavourites();
  const [name, setName] = useState('');
  const id = useId();
  const keep = () =>
    add.mutate(
      { body: { name, ...wireOf(draft) } },
      {
        onSuccess: () => {
          setName('');
          void message.success(t('console:kept'));
        },
        onSettled: followed,
      },
    );
  const error = add.error ?? forget.error ?? list.error;
  return (
    <section className="console-favourites stack gap-8" aria-label={t('console:favourites')}>
      <h2>{t('console:favourites')}</h2>
      {list.data?.length === 0 && <p className="hint">{t('console:no-favourites')}</p>}
      <ul className="row gap-text">
        {list.data?.map((favourite) => (
          <li key={favourite.id} className="line gap-0">
            <Button
              size="small"
              aria-label={t('console:use', { name: favourite.name })}
              title={summary(favourite)}
              onClick={() => onUse(draftOf(favourite))}
            >
              <bdi>{favourite.name}</bdi>
            </Button>
            <Button
              size="small"
              type="text"
              icon={<CloseOutlined aria-hidden />}
              aria-label={t('console:forget', { name: favourite.name })}
              onClick={() =>
                forget.mutate({ params: { id: String(favourite.id) } }, { onSettled: followed })
              }
            />
          </li>
        ))}
      </ul>
      <form
        className="line"
        onSubmit={(event) => {
          event.preventDefault();
          keep();
        }}
      >
        <label className="visually-hidden" htmlFor={id}>
          {t('console:keep-name')}
        </label>
        <Input
          dir="auto"
          id={id}
          size="small"
          value={name}
          maxLength={MAX_NAME}
          placeholder={t('console:keep-name')}
          onChange={({ target }) => setName(target.value)}
        />
        <Button
          size="small"
          htmlType="submit"
          icon={<StarOutlined aria-hidden />}
          loading={add.isPending}
          disabled={name.trim() === ''}
        >
          {t('console:keep')}
        </Button>
      </form>
      {error !== null && <Alert type="error" showIcon role="alert" title={errorText(error)} />}
    </section>
  );
}

const draftOf = (favourite: Favourite): Draft => ({
  version: favourite.protocol_version === 2 ? 2 : 1,
  address: favourite.address,
  code: favourite.command_code,
  data: favourite.data,
});

const summary = (favourite: Favourite): string => {
  const { version, address, code, data } = draftOf(favourite);
  return [PROTOCOL_KEY[version], address, code, data].join(' ');
};

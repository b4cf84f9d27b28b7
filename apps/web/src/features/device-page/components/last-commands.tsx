/** The last five operations on the device, with their outcome. */
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Moment } from '../../../components/values/moment.tsx';
import { Tile } from '../../../components/values/tile.tsx';
import { PATHS } from '../../../config/paths.ts';
import { useLogPage } from '../../log/api/use-log.ts';
import { LogStatus } from '../../log/components/log-status.tsx';
import { useLogTexts } from '../../log/use-log-texts.ts';

const SHOWN = { page: 1, size: 5 };

export function LastCommands({ code }: { code: string }) {
  const { t } = useTranslation('device-page');
  const texts = useLogTexts();
  const query = useLogPage({ device_code: code }, SHOWN);
  return (
    <Tile
      title={t('device-page:overview.commands')}
      query={query}
      tools={
        <Link to={PATHS.log} search={{ device: code }}>
          {t('device-page:overview.more')}
        </Link>
      }
    >
      {({ list }) =>
        list.length === 0 ? (
          <p className="muted">{t('device-page:overview.no-commands')}</p>
        ) : (
          <ul className="last-commands plain-list ruled">
            {list.map((row) => (
              <li key={row.id} className="last-commands__row">
                <span>
                  {texts.command(row.opCommand)}
                  {row.userName !== '' && (
                    <span className="muted">
                      {' · '}
                      <bdi>{row.userName}</bdi>
                    </span>
                  )}
                </span>
                <span className="stack gap-0 to-start">
                  <LogStatus status={row.status} />
                  <span className="faint text-small">
                    <Moment at={row.ts} />
                  </span>
                </span>
              </li>
            ))}
          </ul>
        )
      }
    </Tile>
  );
}

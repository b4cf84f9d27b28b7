import 'dayjs/locale/fr';
import locale from 'antd/es/locale/fr_FR';

export const texts = { locale, calendar: 'fr' };

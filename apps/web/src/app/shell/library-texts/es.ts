import 'dayjs/locale/es';
import locale from 'antd/es/locale/es_ES';

export const texts = { locale, calendar: 'es' };

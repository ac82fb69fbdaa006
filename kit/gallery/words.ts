import type { PartWords } from '@lonja/kit/parts/words'

export const WORDS: PartWords = {
  back: 'Atrás',
  close: 'Cerrar',
  retry: 'Repetir',
  loading: 'Cargando',
  refreshing: 'Actualizando',
  pull: 'Tira para actualizar',
  release: 'Suelta para actualizar',
  reveal: 'Mostrar',
  conceal: 'Ocultar',
  more: 'Más',
  less: 'Menos',
  erase: 'Borrar',
  remove: 'Quitar',
  ascending: 'ascendente',
  descending: 'descendente',
  figureUnread: 'Escribe una cifra.',
  figureAmbiguous: 'Cifra ambigua: escribe los decimales con coma.',
  figureDecimals: 'Demasiados decimales.',
  figureLong: 'La cifra es demasiado larga.',
}

//! What WhatsApp itself writes in a message: where a file was left out, where a message was edited
//! or deleted. It does so in the language of the phone.

use super::marks::is_mark;

/// What stands in place of a deleted message, in lower case and without a full stop.
const DELETED: [&str; 50] = [
    "this message was deleted",
    "you deleted this message",
    "message deleted",
    // Portuguese, Spanish.
    "mensagem apagada",
    "esta mensagem foi apagada",
    "você apagou esta mensagem",
    "apagou esta mensagem",
    "eliminou esta mensagem",
    "esta mensagem foi eliminada",
    "se eliminó este mensaje",
    "eliminaste este mensaje",
    "este mensaje fue eliminado",
    "este mensaje se eliminó",
    "has eliminado este mensaje",
    // German, French, Italian, Dutch, Afrikaans.
    "diese nachricht wurde gelöscht",
    "du hast diese nachricht gelöscht",
    "ce message a été supprimé",
    "vous avez supprimé ce message",
    "questo messaggio è stato eliminato",
    "hai eliminato questo messaggio",
    "dit bericht is verwijderd",
    "je hebt dit bericht verwijderd",
    "u hebt dit bericht verwijderd",
    "hierdie boodskap is geskrap",
    "hierdie boodskap is uitgevee",
    "jy het hierdie boodskap geskrap",
    // Indonesian, Malay, Turkish, Russian.
    "pesan ini dihapus",
    "pesan ini telah dihapus",
    "anda menghapus pesan ini",
    "anda telah menghapus pesan ini",
    "mesej ini telah dipadam",
    "mesej ini dipadam",
    "anda memadam mesej ini",
    "anda telah memadamkan mesej ini",
    "bu mesaj silindi",
    "bu mesajı sildiniz",
    "данное сообщение удалено",
    "это сообщение удалено",
    "сообщение удалено",
    "вы удалили данное сообщение",
    "вы удалили это сообщение",
    // Arabic, Urdu, Hindi.
    "تم حذف هذه الرسالة",
    "لقد حذفت هذه الرسالة",
    "حذفت هذه الرسالة",
    "یہ پیغام حذف کر دیا گیا ہے",
    "यह मैसेज डिलीट कर दिया गया है",
    // Korean, Japanese, Chinese.
    "삭제된 메시지입니다",
    "このメッセージは削除されました",
    "此消息已删除",
    "此訊息已刪除",
];

/// What stands in place of a message that an administrator deleted, before a name.
const DELETED_BY_ADMIN: &str = "this message was deleted by admin ";

/// Beginnings of the words for editing. A mark of an edit has one of them.
const EDITED: [&str; 30] = [
    "edited",
    "editad",
    "editó",
    "edita",
    "modifi",
    "bearbeitet",
    "bewerk",
    "gewysig",
    "düzenlen",
    "измен",
    "отредакт",
    "diedit",
    "disunting",
    "تعديل",
    "ترمیم",
    "ویرایش",
    "संपादित",
    "एडिट",
    "সম্পাদ",
    "திருத்த",
    "수정",
    "편집",
    "編集",
    "編輯",
    "编辑",
    "נער",
    "edytowan",
    "upraven",
    "redigera",
    "chỉnh sửa",
];

/// Parts of what stands in place of a file that was left out, whatever its kind.
const OMITTED: [&str; 36] = [
    "omitted",
    "omitid",
    "omessi",
    "omesso",
    "omessa",
    "omis",
    "absent",
    "ocult",
    "não revelad",
    "ausgeschlossen",
    "weggelassen",
    "weggelaten",
    "weggelaat",
    "inclus",
    "esclus",
    "без медиафайлов",
    "отсутствует",
    "пропущен",
    "dahil edilmedi",
    "atlanmış",
    "çıkarıldı",
    "tidak disertakan",
    "dikecualikan",
    "disingkirkan",
    "tidak disertai",
    "استبعاد",
    "مشمول",
    "چھوڑ",
    "ہٹا دیا",
    "के बिना",
    "छोड़",
    "省略",
    "忽略",
    "含まれて",
    "생략",
    "제외",
];

/// Kinds of files, as the marks of some phones name them before or after that.
const FILES: [&str; 62] = [
    "image",
    "photo",
    "picture",
    "video",
    "video note",
    "audio",
    "voice message",
    "sticker",
    "gif",
    "document",
    "contact card",
    "contact",
    "imagen",
    "foto",
    "vídeo",
    "nota de video",
    "documento",
    "tarjeta de contacto",
    "imagem",
    "figurinha",
    "áudio",
    "cartão do contato",
    "immagine",
    "scheda contatto",
    "bild",
    "dokument",
    "kontaktkarte",
    "vidéo",
    "fiche contact",
    "autocollant",
    "afbeelding",
    "contactkaart",
    "görüntü",
    "ses",
    "çıkartma",
    "belge",
    "kişi kartı",
    "изображение",
    "видео",
    "аудио",
    "стикер",
    "документ",
    "контакт",
    "gambar",
    "stiker",
    "dokumen",
    "kartu kontak",
    "imej",
    "pelekat",
    "kad kenalan",
    "الصورة",
    "الفيديو",
    "الصوت",
    "画像",
    "動画",
    "音声",
    "圖片",
    "图片",
    "影片",
    "视频",
    "이미지",
    "동영상",
];

/// What stands behind the name of a file that was attached.
const ATTACHED: [&str; 20] = [
    "file attached",
    "archivo adjunto",
    "datei angehängt",
    "fichier joint",
    "arquivo anexado",
    "ficheiro anexado",
    "file allegato",
    "bestand bijgevoegd",
    "lêer aangeheg",
    "файл добавлен",
    "dosya ekli",
    "file terlampir",
    "fail dilampirkan",
    "ملف مرفق",
    "الملف مرفق",
    "فائل منسلک",
    "फ़ाइल संलग्न",
    "파일 첨부됨",
    "添付ファイル",
    "文件附件",
];

/// A kind of file that a mark does not name.
const MEDIA: &str = "Media";

/// Whether a message was deleted.
pub(super) fn is_deleted(text: &str) -> bool {
    let text = text.trim_matches(is_mark).trim_end_matches(['.', '。']);
    let text = text.to_lowercase();
    DELETED.contains(&text.as_str()) || text.starts_with(DELETED_BY_ADMIN)
}

/// `text` without the mark of an edit, which stands at its end.
pub(super) fn without_edit_mark(text: &str) -> &str {
    let end = text.trim_end_matches(is_mark);
    let parts = end.strip_suffix('>').and_then(|rest| rest.rsplit_once('<'));
    let Some((before, inner)) = parts else {
        return text;
    };
    let inner = inner.to_lowercase();
    let is_phrase = inner.contains(' ') || !inner.is_ascii();
    let is_edited = is_phrase && EDITED.iter().any(|stem| inner.contains(stem));
    if is_edited { before.trim_end_matches(is_mark) } else { text }
}

/// The text for a file that was sent: `[image]`, `[IMG-1.jpg]`. `inserted` says that the phone
/// marks the line as one that nobody typed.
pub(super) fn media(text: &str, inserted: bool) -> Option<String> {
    let text = text.trim_matches(is_mark);
    if let Some(captioned) = captioned(text) {
        return Some(captioned);
    }
    let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
    let first = first.trim_matches(is_mark);
    let (name, words) = match file(first, inserted) {
        Some(name) => (name, ""),
        None if inserted => attached_before(first)?,
        None => return None,
    };
    let caption = if rest.is_empty() { String::new() } else { format!("\n{rest}") };
    Some(format!("[{name}]{words}{caption}"))
}

/// The text for a file whose mark stands behind words, on their last line: a caption, or the name
/// of a document.
fn captioned(text: &str) -> Option<String> {
    let (before, mark) = text.rsplit_once('\u{200E}')?;
    let kind = file(mark, false).filter(|_| !mark.contains('\n'))?;
    let before = before.trim_end_matches(is_mark);
    let (above, last) = before.split_at_checked(before.rfind('\n').map_or(0, |at| at + 1))?;
    match document(last) {
        Some(name) => Some(format!("{above}[{name}]")),
        None => Some(format!("{before} [{kind}]")),
    }
}

/// The name of the file that a line begins with, and the words behind it.
fn attached_before(line: &str) -> Option<(&str, &str)> {
    let (inner, words) = line.strip_prefix('<')?.split_once('>')?;
    Some((attached(inner)?, words))
}

/// Whether a text has the address of a page, as that of a place on a map.
pub(super) fn has_address(text: &str) -> bool {
    ["http://", "https://"].iter().any(|scheme| text.contains(scheme))
}

/// The name or the kind of the file that a line stands for.
fn file(line: &str, inserted: bool) -> Option<&str> {
    if let Some(inner) = line.strip_prefix('<').and_then(|inner| inner.strip_suffix('>')) {
        let is_phrase = inner.contains(' ') || !inner.is_ascii();
        let omitted = || (is_phrase && is_omitted(inner)).then(|| kind(inner).unwrap_or(MEDIA));
        return attached(inner).or_else(omitted);
    }
    let named = line.strip_suffix(')').and_then(|line| line.rsplit_once(" ("));
    if let Some((name, mark)) = named
        && ATTACHED.contains(&mark.to_lowercase().as_str())
    {
        return Some(name.trim_matches(is_mark));
    }
    let is_media = || inserted && is_omitted(line) && !has_address(line);
    kind(line).or_else(|| is_media().then_some(MEDIA))
}

/// `attached: 1-PHOTO.jpg`, in any language.
fn attached(inner: &str) -> Option<&str> {
    let (word, name) = inner.split_once(':')?;
    let name = name.trim_matches(is_mark);
    let (_, extension) = name.rsplit_once('.')?;
    let is_extension = (2..=5).contains(&extension.len())
        && extension.bytes().all(|byte| byte.is_ascii_alphanumeric());
    let is_word = !word.is_empty() && word.chars().all(|c| c.is_alphabetic() || c == ' ');
    (is_word && is_extension).then_some(name)
}

/// Whether a text has words for leaving out.
fn is_omitted(text: &str) -> bool {
    let text = text.to_lowercase();
    OMITTED.iter().any(|part| {
        // Scripts that put spaces between words have them at the beginning of one.
        let has_words = part.starts_with(|c: char| c < '\u{590}');
        text.match_indices(part).any(|(at, _)| {
            let before = text.get(..at).unwrap_or_default();
            !has_words || !before.ends_with(char::is_alphabetic)
        })
    })
}

/// The kind of file in a text that has nothing but that and the words for leaving out.
fn kind(text: &str) -> Option<&str> {
    let lower = text.to_lowercase();
    let rest_of = |file: &str| lower.strip_prefix(file).or_else(|| lower.strip_suffix(file));
    let is_rest = |rest: &str| {
        let rest = rest.trim_matches(|c: char| c.is_whitespace() || c == 'は');
        is_omitted(rest) && rest.split_whitespace().count() <= 3
    };
    let files = FILES.iter().filter(|file| rest_of(file).is_some_and(is_rest));
    let file = files.max_by_key(|file| file.len())?;
    let start = if lower.starts_with(file) { 0 } else { text.len().checked_sub(file.len())? };
    text.get(start..start + file.len()).or(Some(file))
}

/// The name of a document, behind which the phone writes its number of pages.
fn document(line: &str) -> Option<&str> {
    let (name, pages) = line.rsplit_once('•')?;
    let name = name.trim_matches(is_mark);
    let is_inserted = pages.trim_start().starts_with('\u{200E}');
    (is_inserted && !name.is_empty()).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn media_are_named() {
        let cases = [
            ("<Media omitted>", Some("[Media]")),
            ("image omitted", Some("[image]")),
            ("Contact card omitted", Some("[Contact card]")),
            ("<attached: 1-PHOTO.jpg>", Some("[1-PHOTO.jpg]")),
            ("<pièce jointe : 1-PHOTO.jpg>", Some("[1-PHOTO.jpg]")),
            ("<مرفق: 1-PHOTO.jpg>", Some("[1-PHOTO.jpg]")),
            ("IMG-1.jpg (file attached)\nlook", Some("[IMG-1.jpg]\nlook")),
            ("IMG-1.jpg (archivo adjunto)", Some("[IMG-1.jpg]")),
            ("plan b.pdf (Datei angehängt)", Some("[plan b.pdf]")),
            ("<Multimedia omitido>", Some("[Media]")),
            ("<Mídia oculta>", Some("[Media]")),
            ("<Arquivo de mídia oculto>", Some("[Media]")),
            ("<Medien ausgeschlossen>", Some("[Media]")),
            ("<Médias omis>", Some("[Media]")),
            ("<Media omessi>", Some("[Media]")),
            ("<Media weggelaten>", Some("[Media]")),
            ("<Без медиафайлов>", Some("[Media]")),
            ("<Medya dahil edilmedi>", Some("[Media]")),
            ("<Media tidak disertakan>", Some("[Media]")),
            ("<Media dikecualikan>", Some("[Media]")),
            ("<تم استبعاد الوسائط>", Some("[Media]")),
            ("<میڈیا چھوڑ دیا گیا>", Some("[Media]")),
            ("<मीडिया के बिना>", Some("[Media]")),
            ("<미디어 파일을 생략한 대화내용>", Some("[Media]")),
            ("<メディアは含まれていません>", Some("[Media]")),
            ("<省略多媒体文件>", Some("[Media]")),
            ("imagen omitida", Some("[imagen]")),
            ("áudio ocultado", Some("[áudio]")),
            ("Bild weggelassen", Some("[Bild]")),
            ("image absente", Some("[image]")),
            ("sticker non incluso", Some("[sticker]")),
            ("изображение отсутствует", Some("[изображение]")),
            ("görüntü dahil edilmedi", Some("[görüntü]")),
            ("gambar tidak disertakan", Some("[gambar]")),
            ("画像は省略されました", Some("[画像]")),
            ("图片已省略", Some("[图片]")),
            ("이미지 생략됨", Some("[이미지]")),
            ("nothing was omitted", None),
            ("Paul absent", None),
            ("<a promise to keep>", None),
            ("<absent>", None),
            ("the image was omitted from the report", None),
            ("<b>", None),
            ("<your name here>", None),
            ("f(x) (new)", None),
        ];
        for (text, want) in cases {
            assert_eq!(media(text, false).as_deref(), want, "{text}");
        }
        let marked = [
            ("plan.pdf • <3 pages <document omitted", "[plan.pdf]"),
            ("See\nplan.pdf • <3 pages <document omitted", "See\n[plan.pdf]"),
            ("plan.pdf • <3 pages <{attached: 1-plan.pdf}", "[plan.pdf]"),
            ("quagga caption <image omitted", "quagga caption [image]"),
            ("Video • 3 gnus <image omitted", "Video • 3 gnus [image]"),
            ("two\nlines <image omitted", "two\nlines [image]"),
            ("two\n<image omitted", "two [image]"),
            ("the gnu <{attached: 1-PHOTO.jpg}", "the gnu [1-PHOTO.jpg]"),
            ("<{attached: 1-PHOTO.jpg} the gnu\nmore", "[1-PHOTO.jpg] the gnu\nmore"),
        ];
        for (text, want) in marked {
            let text = text.replace('<', "\u{200E}").replace('{', "<").replace('}', ">");
            let inserted = text.starts_with('\u{200E}');
            assert_eq!(media(&text, inserted).as_deref(), Some(want), "{text}");
        }
        assert_eq!(media("it was \u{200E}omitted by Ana", false), None);
        assert_eq!(media("Place: https://a.dev/omitted", true), None);
        assert_eq!(media("Live-Foto weggelassen", true).as_deref(), Some("[Media]"));
    }

    #[test]
    fn marks_of_edits_go() {
        let marks = [
            "This message was edited",
            "Mensagem editada",
            "Esta mensagem foi editada",
            "Se editó este mensaje.",
            "Este mensaje fue editado",
            "Mensaje editado",
            "Diese Nachricht wurde bearbeitet.",
            "Ce message a été modifié",
            "Questo messaggio è stato modificato",
            "Dit bericht is bewerkt",
            "Сообщение изменено",
            "Bu mesaj düzenlendi",
            "Pesan ini diedit",
            "Mesej ini telah diedit",
            "تم تعديل هذه الرسالة",
            "यह मैसेज एडिट किया गया",
            "此訊息已編輯",
            "수정된 메시지",
        ];
        for mark in marks {
            assert_eq!(
                without_edit_mark(&format!("At nine \u{200E}<{mark}>")),
                "At nine",
                "{mark}"
            );
        }
        for text in ["use <edited>", "a <b c>", "<This message was edited> a", "edited", ">"] {
            assert_eq!(without_edit_mark(text), text);
        }
    }

    #[test]
    fn deleted_messages_are_known() {
        for text in ["You deleted this message", "\u{200E}Se eliminó este mensaje.", "此消息已删除"]
        {
            assert!(is_deleted(text), "{text}");
        }
        assert!(!is_deleted("You deleted this message?"));
    }
}

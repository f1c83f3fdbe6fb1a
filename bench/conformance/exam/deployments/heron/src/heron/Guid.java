package heron;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Locale;
import java.util.UUID;
import java.util.regex.Pattern;

/** Identifiers: version 8 of RFC 9562, written in capitals (house style), read in any case. */
final class Guid {
    private static final Pattern FORM =
            Pattern.compile("[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}");
    private static final SecureRandom RANDOM = new SecureRandom();

    private Guid() {}

    static UUID fresh() {
        byte[] bytes = new byte[16];
        RANDOM.nextBytes(bytes);
        return versionEight(bytes);
    }

    /** Always the same one for the same name: for what the seed makes. */
    static UUID of(String name) {
        try {
            return versionEight(MessageDigest.getInstance("SHA-256").digest(name.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static UUID versionEight(byte[] bytes) {
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        long high = (buffer.getLong() & ~0xF000L) | 0x8000L;
        long low = (buffer.getLong() & 0x3FFFFFFFFFFFFFFFL) | 0x8000000000000000L;
        return new UUID(high, low);
    }

    static String show(UUID id) {
        return id.toString().toUpperCase(Locale.ROOT);
    }

    /** Null where the text is no GUID. */
    static UUID read(String text) {
        return text != null && FORM.matcher(text).matches() ? UUID.fromString(text) : null;
    }

    /** A word of letters and digits that nobody guesses. */
    static String secretWord(int length) {
        String letters = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789";
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < length; i++) {
            out.append(letters.charAt(RANDOM.nextInt(letters.length())));
        }
        return out.toString();
    }
}

// Places a collection order with the gateway and queries it. Needs Java 11 or later; no packages.
// Run it with: java Collect.java

import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

public class Collect {
    static final Map<String, String> ENV = System.getenv();
    static final String GATEWAY_URL = ENV.getOrDefault("GATEWAY_URL", "http://127.0.0.1:4000");
    static final String MERCHANT_NO = ENV.get("MERCHANT_NO");
    static final String MERCHANT_KEY = ENV.get("MERCHANT_KEY");
    static final HttpClient CLIENT = HttpClient.newHttpClient();

    public static void main(String[] args) throws Exception {
        String orderNo = "java-" + UUID.randomUUID();
        String channel = ENV.getOrDefault("CHANNEL", "cn_qr_yun");
        // "冬季外套 & 帽子", written so that no compiler setting can change it.
        String subject = "\u51ac\u5b63\u5916\u5957 & \u5e3d\u5b50";
        String made = call("collect", Map.of(
            "merchant_order_no", orderNo, "channel", channel, "amount", "12300", "subject", subject));
        String queried = call("query", Map.of("type", "collect", "merchant_order_no", orderNo));
        System.out.write((made + "\n" + queried + "\n").getBytes(StandardCharsets.UTF_8));
        System.out.flush();
    }

    /** Signs the parameters and makes a call. Parameters without a value are left out. */
    static String call(String name, Map<String, String> parameters) throws Exception {
        Map<String, String> all = new TreeMap<>(parameters);
        all.put("merchant_no", MERCHANT_NO);
        all.put("timestamp", String.valueOf(Instant.now().getEpochSecond()));
        all.put("nonce", UUID.randomUUID().toString());
        all.put("sign_type", "HMAC-SHA256");
        all.values().removeIf(String::isEmpty);
        String base = all.entrySet().stream()
            .map(entry -> entry.getKey() + "=" + entry.getValue())
            .collect(Collectors.joining("&"));
        all.put("sign", hmac(base));
        String body = all.entrySet().stream()
            .map(entry -> entry.getKey() + "=" + URLEncoder.encode(entry.getValue(), StandardCharsets.UTF_8))
            .collect(Collectors.joining("&"));
        HttpRequest request = HttpRequest.newBuilder(URI.create(GATEWAY_URL + "/gateway/" + name))
            .timeout(Duration.ofSeconds(15))
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build();
        return CLIENT.send(request, HttpResponse.BodyHandlers.ofString()).body();
    }

    static String hmac(String base) throws Exception {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(MERCHANT_KEY.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
        StringBuilder digits = new StringBuilder();
        for (byte one : mac.doFinal(base.getBytes(StandardCharsets.UTF_8))) {
            digits.append(String.format("%02X", one));
        }
        return digits.toString();
    }
}

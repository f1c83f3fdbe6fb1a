package dahlia;
import org.springframework.core.io.ClassPathResource;
import org.springframework.http.*;
import org.springframework.web.bind.annotation.*;
@RestController public class Docs {
  @GetMapping("/v3/api-docs") public ResponseEntity<Object> doc() throws Exception {
    return ResponseEntity.ok().contentType(MediaType.APPLICATION_JSON).body(new ClassPathResource("openapi.json").getContentAsByteArray()); }
}

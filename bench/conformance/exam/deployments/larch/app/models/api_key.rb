class ApiKey < ApplicationRecord
  belongs_to :user

  def self.issue(user, name, default: false)
    transaction do
      default ||= !user.api_keys.where(default: true).exists?
      user.api_keys.where(default: true).update_all(default: false) if default && !bug?('api-key-two-defaults')
      create!(user_id: user.id, name: name, default: default, token: "lk_#{SecureRandom.hex(20)}")
    end
  end
end
